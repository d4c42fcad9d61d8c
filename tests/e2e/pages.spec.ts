import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import limits from './pages.json' with { type: 'json' };
import { expect, test } from './support/test';

declare global {
  interface Window {
    layoutShift: number;
    /** The shifts with what moved, for the message of a failing test. */
    movements: string[];
  }
}

function watchLayout(): void {
  window.layoutShift = 0;
  window.movements = [];
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue;
      window.layoutShift += entry.value;
      for (const { node, previousRect, currentRect } of entry.sources) {
        const name = node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : node?.nodeName;
        window.movements.push(`${entry.value.toFixed(4)} ${name} from y ${previousRect.y} to ${currentRect.y}`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Waits until the page asks for nothing more and shows no skeleton. */
async function settle(page: Page, pending: ReadonlySet<Request>): Promise<void> {
  await expect(page.locator('h1.page-heading')).toBeVisible({ timeout: 40_000 });
  await expect(async () => {
    expect(pending.size).toBe(0);
    await expect(page.locator('.skeleton, .loading-screen')).toHaveCount(0, { timeout: 500 });
    // The answers of this moment can lead to further questions.
    await page.waitForTimeout(300);
    expect(pending.size).toBe(0);
  }).toPass({ timeout: 40_000 });
}

function watchRequests(page: Page): { pending: Set<Request>; answered: Request[] } {
  const pending = new Set<Request>();
  const answered: Request[] = [];
  page.on('request', (request) => pending.add(request));
  page.on('requestfailed', (request) => pending.delete(request));
  page.on('requestfinished', (request) => {
    pending.delete(request);
    answered.push(request);
  });
  return { pending, answered };
}

for (const { person, path } of limits.pages) {
  test.describe(`${path} of ${person}`, () => {
    test.use({ signedInAs: `${person}@example.com` as 'resident@example.com' });
    test.setTimeout(120_000);

    for (const { language, delay } of limits.loads)
      test(`moves nothing while it loads, in ${language}, with answers after ${delay} ms`, async ({ context }) => {
        await context.addInitScript(watchLayout);
        await context.addInitScript((chosen) => localStorage.setItem('saguaro.language', chosen), language);
        if (delay > 0)
          await context.route(/\/(api|configuration)\//, async (route) => {
            await new Promise((resolve) => setTimeout(resolve, delay));
            await route.continue();
          });
        await Promise.all(
          limits.widths.map(async (width) => {
            const page = await context.newPage();
            await page.setViewportSize({ width, height: 900 });
            const { pending } = watchRequests(page);
            await page.goto(path);
            await settle(page, pending);
            const { shift, movements } = await page.evaluate(() => ({ shift: window.layoutShift, movements: window.movements }));
            expect.soft(shift, `at ${width} px: ${movements.join('; ')}`).toBeLessThanOrEqual(limits.layoutShift);
            await page.close();
          }),
        );
      });
  });
}

test.describe('the first load', () => {
  // Run in sequence: parallel loads delay each other's answers.
  test.describe.configure({ mode: 'default' });

  for (const { person, path, requests, javaScript } of limits.costs) {
    test.describe(`of ${path}`, () => {
      test.use({ signedInAs: `${person}@example.com` as 'resident@example.com' });

      test('costs no more than its limit', async ({ page }) => {
        const { pending, answered } = watchRequests(page);
        await page.goto(path);
        await settle(page, pending);
        await expect(page.getByRole('banner').locator('.bell')).toHaveAccessibleName(/unread|^Messages$/);
        await settle(page, pending);
        const scripts = answered.filter((request) => request.resourceType() === 'script');
        const bodies = await Promise.all(scripts.map(async (request) => (await request.response())?.body()));
        const bytes = bodies.reduce((sum, body) => sum + (body ? gzipSync(body, { level: 9 }).length : 0), 0);
        expect.soft(answered.length, answered.map((request) => request.url()).join('\n')).toBeLessThanOrEqual(requests);
        expect.soft(bytes, 'bytes of JavaScript').toBeLessThanOrEqual(javaScript * 1024);
      });
    });
  }
});
