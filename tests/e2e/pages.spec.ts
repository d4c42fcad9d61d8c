import type { Page, Request } from '@playwright/test';
import budget from './pages.json' with { type: 'json' };
import { expect, test } from './support/test';

/** Cost of the first load of a signed-in page. */
interface Cost {
  /** How far things jump without anybody having touched the page, as the browser scores it. */
  layoutShift: number;
  requests: number;
  /** Of the bodies of the answers, as they are sent. */
  bytes: number;
}

declare global {
  interface Window {
    layoutShift: number;
  }
}

/** The sample person of each page, and what shows that all of it has arrived. */
const pages: Record<string, { person: 'resident' | 'business'; arrived: (page: Page) => Promise<void> }> = {
  '/dashboard': { person: 'resident', arrived: (page) => expect(page.locator('.attention [role=status]')).not.toBeEmpty() },
  '/messages': { person: 'resident', arrived: (page) => expect(page.locator('.message-row, .empty').first()).toBeVisible() },
  '/transactions': { person: 'resident', arrived: (page) => expect(page.locator('.transaction-row')).toHaveCount(25) },
  '/businessapplications/dashboard': { person: 'business', arrived: (page) => expect(page.locator('.application-item').first()).toBeVisible() },
};

function watchLayout(): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) window.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The page's requests from now on: how many are on their way, and those that have been answered. */
function requestsOf(page: Page): { pending: Set<Request>; answered: Request[] } {
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

/** Loads the page and waits until nothing of it is missing: its contents, the bell, and what looks out for idleness. */
async function costOf(page: Page, path: string, arrived: (page: Page) => Promise<void>): Promise<Cost> {
  await page.addInitScript(watchLayout);
  const { pending, answered } = requestsOf(page);
  await page.goto(path);
  await arrived(page);
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await expect(page.getByRole('banner').locator('.bell')).toHaveAccessibleName(/unread|^Messages$/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('saguaro.lastActivity'))).not.toBeNull();
  await expect.poll(() => pending.size).toBe(0);
  const sizes = await Promise.all(answered.map((request) => request.sizes()));
  return {
    layoutShift: Math.round((await page.evaluate(() => window.layoutShift)) * 10_000) / 10_000,
    requests: answered.length,
    bytes: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0),
  };
}

// Run in sequence: parallel loads delay each other's answers.
test.describe.configure({ mode: 'default' });

for (const { page: path, width, ...limits } of budget.pages) {
  const { person, arrived } = pages[path]!;
  test.describe(path, () => {
    test.use({ signedInAs: `${person}@example.com`, viewport: { width, height: 900 } });

    test(`costs no more than its budget at ${width} px`, async ({ page }) => {
      const cost = await costOf(page, path, arrived);
      for (const name of ['layoutShift', 'requests', 'bytes'] as const) expect.soft(cost[name], name).toBeLessThanOrEqual(limits[name]);
    });
  });
}
