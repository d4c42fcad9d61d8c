import { gzipSync } from 'node:zlib';
import type { APIRequestContext, BrowserContext, Page, Request } from '@playwright/test';
import limits from './pages.json' with { type: 'json' };
import { signIn, signUpElsewhere, stranger, type Person } from './support/identityProvider';
import { hasAcceptedAnOlderVersion, openSignIn, registered } from './support/portal';
import { expect, test } from './support/test';
import { words } from './support/words';

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
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 40_000 });
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

/** Loads every page in the language, and holds back the portal's answers, in milliseconds. */
async function slowDown(context: BrowserContext, { language, delay }: { language: string; delay: number }): Promise<void> {
  await context.addInitScript((chosen) => {
    // The empty page of a new tab has no storage.
    if (location.protocol !== 'about:') localStorage.setItem('saguaro.language', chosen);
  }, language);
  if (delay === 0) return;
  await context.route(/\/(api|configuration)\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delay));
    await route.continue();
  });
}

async function expectNoMovement(page: Page): Promise<void> {
  const { shift, movements } = await page.evaluate(() => ({ shift: window.layoutShift, movements: window.movements }));
  const width = page.viewportSize()?.width ?? 0;
  expect.soft(shift, `at ${width} px: ${movements.join('; ')}`).toBeLessThanOrEqual(limits.layoutShift);
}

for (const { person, path } of limits.pages) {
  test.describe(`${path} of ${person}`, () => {
    test.use({ signedInAs: `${person}@example.com` as 'resident@example.com' });
    test.setTimeout(120_000);

    for (const { language, delay } of limits.loads)
      test(`moves nothing while it loads, in ${language}, with answers after ${delay} ms`, async ({ context }) => {
        await context.addInitScript(watchLayout);
        await slowDown(context, { language, delay });
        await Promise.all(
          limits.widths.map(async (width) => {
            const page = await context.newPage();
            await page.setViewportSize({ width, height: 900 });
            const { pending } = watchRequests(page);
            await page.goto(path);
            await settle(page, pending);
            await expectNoMovement(page);
            await page.close();
          }),
        );
      });
  });
}

test.describe('the way in', () => {
  test.setTimeout(120_000);

  const sample: Person = { ...stranger(), email: 'resident@example.com', password: 'saguaro' };
  const ways: { person: string; end: RegExp; create: (request: APIRequestContext) => Promise<Person> }[] = [
    { person: 'a resident to the dashboard', end: /\/dashboard$/, create: () => Promise.resolve(sample) },
    {
      person: 'somebody new to the registration',
      end: /\/register/,
      create: async () => {
        const person = stranger();
        await signUpElsewhere(person);
        return person;
      },
    },
    {
      person: 'somebody who has not accepted the terms in force to the terms',
      end: /\/profile\/termsandconditions$/,
      create: async (request) => {
        const person = await registered(request);
        await hasAcceptedAnOlderVersion(request, person.email);
        return person;
      },
    },
  ];

  for (const { person, end, create } of ways)
    for (const width of limits.waysIn)
      for (const { language, delay } of limits.loads)
        test(`moves nothing after the provider's page: ${person}, at ${width} px, in ${language}, with answers after ${delay} ms`, async ({ page, context }) => {
          const { email, password } = await create(page.request);
          // Every document counts for itself: the last one is the portal's, from the provider's answer on.
          await context.addInitScript(watchLayout);
          await slowDown(context, { language, delay });
          await page.setViewportSize({ width, height: 900 });
          const say = words[language as 'en' | 'es'];
          await openSignIn(page, say);
          const { pending } = watchRequests(page);
          await signIn(page, email, password, say);
          await expect(page).toHaveURL(end, { timeout: 40_000 });
          await settle(page, pending);
          await expectNoMovement(page);
        });
});

test.describe('the first load', () => {
  // Run in sequence: parallel loads delay each other's answers.
  test.describe.configure({ mode: 'default' });

  for (const { person, path, requests, javaScript } of limits.costs) {
    test.describe(`of ${path} by ${person ?? 'a visitor'}`, () => {
      if (person) test.use({ signedInAs: `${person}@example.com` as 'resident@example.com' });

      test('costs no more than its limit', async ({ page }) => {
        const { pending, answered } = watchRequests(page);
        await page.goto(path);
        await settle(page, pending);
        if (person) {
          await expect(page.getByRole('banner').locator('.bell')).toHaveAccessibleName(/unread|^Messages$/);
          await settle(page, pending);
        }
        const scripts = answered.filter((request) => request.resourceType() === 'script');
        const bodies = await Promise.all(scripts.map(async (request) => (await request.response())?.body()));
        const bytes = bodies.reduce((sum, body) => sum + (body ? gzipSync(body, { level: 9 }).length : 0), 0);
        expect.soft(answered.length, answered.map((request) => request.url()).join('\n')).toBeLessThanOrEqual(requests);
        expect.soft(bytes, 'bytes of JavaScript').toBeLessThanOrEqual(javaScript * 1024);
      });
    });
  }
});
