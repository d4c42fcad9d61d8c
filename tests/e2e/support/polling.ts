import type { BrowserContext, Page } from '@playwright/test';

/** Seconds between two polls: shorter than the poller's patience, so that no jump of the clock ends one on its way. */
export const interval = 10;

/** Gives the pages of the context clocks that `nextPoll` moves, and an interval that it can pass. */
export async function pollByClock(context: BrowserContext): Promise<void> {
  await context.clock.install();
  await context.route('**/configuration/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), messageCountRefreshInterval: interval } });
  });
}

/** Moves the clocks of the context's pages so far that a poll is due. */
export const nextPoll = (context: BrowserContext): Promise<void> => context.clock.fastForward(interval * 1000);

/** Which page has polled, in order, from now on. */
export function pollsOf(context: BrowserContext): Page[] {
  const polls: Page[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/agency/messages/unread/status')) polls.push(request.frame().page());
  });
  return polls;
}

/** Waits until whatever the pages have begun to ask for was asked: a request of theirs comes after it. */
export async function afterRequestsOf(...pages: Page[]): Promise<void> {
  await Promise.all(pages.map((page) => page.evaluate(() => fetch('/robots.txt').then(() => undefined, () => undefined))));
}
