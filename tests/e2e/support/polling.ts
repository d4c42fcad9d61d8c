import type { BrowserContext, Page, Request } from '@playwright/test';

/** Seconds between two polls. */
export const interval = 10;

/** Gives the pages of the context clocks that `nextPoll` moves, and an interval that it can pass. */
export async function pollByClock(context: BrowserContext): Promise<void> {
  await context.clock.install();
  await context.route('**/configuration/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), messageCountRefreshInterval: interval } });
  });
}

/** Lets the clocks of the context's pages run until each has polled. */
export const nextPoll = (context: BrowserContext): Promise<void> => context.clock.runFor(interval * 1000);

/** The pages that poll the agencies' inbox from now on, or whose poll is answered. */
export function pollsOf(context: BrowserContext, event: 'request' | 'requestfinished' = 'request'): Page[] {
  const polls: Page[] = [];
  const note = (request: Request) => {
    if (request.url().endsWith('/api/agency/messages/unread/status')) polls.push(request.frame().page());
  };
  if (event === 'request') context.on('request', note);
  else context.on('requestfinished', note);
  return polls;
}

/** Waits until whatever the pages have begun to ask for was asked: a request of theirs comes after it. */
export async function afterRequestsOf(...pages: Page[]): Promise<void> {
  await Promise.all(pages.map((page) => page.evaluate(() => fetch('/robots.txt').then(() => undefined, () => undefined))));
}
