import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test';

interface Attack {
  id: string;
  html: string;
}

interface Watch {
  ran: string[];
  refused: string[];
}

declare global {
  interface Window {
    watch: Watch;
  }
}

const attacks = JSON.parse(readFileSync(new URL('../corpora/html_attacks.json', import.meta.url), 'utf8')) as Attack[];

/** So many are shown one after the other in a page that is loaded once. */
const atATime = 72;

const allowed: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['P', 'UL', 'OL', 'H2', 'H3'].map((name) => [name, ['title', 'dir']])),
  ...Object.fromEntries(['BR', 'STRONG', 'EM', 'LI', 'BLOCKQUOTE'].map((name) => [name, ['title']])),
  ...Object.fromEntries(['THEAD', 'TBODY', 'TR', 'TH', 'TD'].map((name) => [name, ['title', 'colspan', 'rowspan', 'scope']])),
  TABLE: ['title', 'colspan', 'rowspan', 'scope', 'dir'],
  A: ['href', 'title', 'target', 'rel', 'class'],
  SPAN: ['class'],
};

/**
 * Notes every script that calls what the attacks call, and every request that the page's own policy had to refuse. What is
 * inline, and a base, are left out: the markup is cleaned in a document that never runs, and the browser refuses them there.
 */
function watch(): void {
  const seen: Watch = { ran: [], refused: [] };
  window.watch = seen;
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'msgbox'])
    Object.defineProperty(window, name, { value: () => seen.ran.push(name) });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    if (blockedURI !== 'inline' && violatedDirective !== 'base-uri') seen.refused.push(`${violatedDirective} ${blockedURI}`);
  });
}

const opened = (id: string, body: string) => ({
  messageId: id,
  agencyServiceId: 'azsos-voter',
  userAgencyServiceSubscriptionIdentityId: 'i1',
  subject: id,
  preview: '',
  from: 'Agency',
  isRead: true,
  readAt: null,
  sentAt: '2026-11-20T20:00:00Z',
  receivedAt: '2026-11-20T20:00:00Z',
  priority: 'normal',
  notice: 'agencyMessages',
  hasAttachments: false,
  body,
  bodyFormat: 'html',
  language: 'en',
  action: null,
  attachments: [],
  deliveries: [],
  // In the trash: a message that is opened elsewhere makes the page count its folders anew.
  isOwn: false,
  deletedAt: '2026-11-20T20:00:00Z',
  thread: [],
  canReply: false,
  replies: [],
  agencyId: 'azsos',
  agencyName: 'Agency',
  serviceName: 'Service',
  identityLabel: 'Record',
});

/** Everybody that the page has asked for something, but the portal and its identity provider. */
function strangersAskedBy(page: Page): string[] {
  const portal = new URL(process.env.PORTAL_URL ?? 'http://localhost:8080').hostname;
  const strangers: string[] = [];
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol !== 'data:' && hostname !== portal) strangers.push(request.url());
  });
  return strangers;
}

test.use({
  signedInAs: 'resident@example.com',
  // Chromium also reports what it refuses in the document without a window in which a message is cleaned.
  expectedComplaints: [/violates the following Content Security Policy directive/],
});

test.beforeEach(({ page }) => page.addInitScript(watch));

/**
 * Moves to another message as a link of the portal does, without loading the page anew, waits until it is shown, wakes
 * what may sleep in it, and answers what is in it that may not be.
 */
const strangeIn = (page: Page, id: string): Promise<string[]> =>
  page.evaluate(
    async ({ subject, path, known }) => {
      window.history.pushState(null, '', path);
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
      const isShown = () =>
        document.querySelector('.detail-panel__title')?.textContent === subject && !document.querySelector('.detail-panel .skeleton');
      await new Promise<void>((resolve) => {
        const look = () => {
          if (!isShown()) return;
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      });
      const found: string[] = [];
      for (const element of (document.querySelector('.message-body') as Element).querySelectorAll('*')) {
        for (const { name, value } of element.attributes)
          if (!known[element.tagName]?.includes(name) || (name === 'href' && !value.toLowerCase().startsWith('https://'))) found.push(`${element.tagName} ${name}=${value}`);
        if (!(element.tagName in known)) found.push(element.tagName);
        for (const event of ['mouseover', 'mouseenter', 'focus', 'error', 'load', 'toggle', 'animationend', 'pointerdown']) element.dispatchEvent(new Event(event, { bubbles: true }));
      }
      return found;
    },
    { subject: `attack-${id}`, path: `/messages/service/azsos-voter/${encodeURIComponent(`attack-${id}`)}?subscription=i1`, known: allowed },
  );

/** Asks for a picture that the page's policy refuses, and waits for the refusal: whatever was begun before was seen before. */
async function expectRefused(page: Page, picture: string): Promise<void> {
  await page.evaluate((source) => {
    const image = document.createElement('img');
    image.src = source;
    document.body.append(image);
  }, picture);
  await expect.poll(() => page.evaluate(() => window.watch.refused)).toContain(`img-src ${picture}`);
}

for (let start = 0; start < attacks.length; start += atATime) {
  const batch = attacks.slice(start, start + atATime);
  test(`attacks ${start + 1} to ${start + batch.length}: nothing runs, nothing is asked for, nothing strange is shown`, async ({ page }) => {
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.route('**/api/agency/messages/service/azsos-voter?**', (route) => route.fulfill({ json: { groups: [], nextToken: null, scannedUntil: null } }));
    await page.route(/\/api\/agency\/messages\/attack-/, (route) => {
      const id = decodeURIComponent(new URL(route.request().url()).pathname.split('/').pop() ?? '').slice('attack-'.length);
      const attack = batch.find((each) => each.id === id);
      return attack ? route.fulfill({ json: opened(`attack-${id}`, attack.html) }) : route.abort();
    });
    await page.goto('/messages/service/azsos-voter');
    await expect(page.locator('.results .empty')).toBeVisible();
    const strangers = strangersAskedBy(page);

    for (const { id } of batch) {
      expect(await strangeIn(page, id), id).toEqual([]);
      expect(await page.evaluate(() => window.watch), id).toEqual({ ran: [], refused: [] });
    }
    const last = 'https://attacker.example/last.png';
    await expectRefused(page, last);
    expect(await page.evaluate(() => window.watch)).toEqual({ ran: [], refused: [`img-src ${last}`] });
    expect(dialogs).toEqual([]);
    expect(strangers).toEqual([last]);
    expect(page.context().pages()).toHaveLength(1);
    await expect(page).toHaveURL(/\/messages\/service\/azsos-voter\/attack-/);
  });
}

test('what an attack does would be noticed', async ({ page }) => {
  await page.goto('/messages/bin');
  await expect(page.locator('.messages__list')).toBeVisible();
  await expectRefused(page, 'https://attacker.example/a.png');
  await page.evaluate(() => window.alert('1'));
  expect(await page.evaluate(() => window.watch.ran)).toEqual(['alert']);
});
