import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { newcomerWith, voterRecord } from './support/agencies';
import { answerWith } from './support/answers';
import { afterRequestsOf } from './support/polling';
import { expect, test } from './support/test';

type Json = Record<string, unknown>;

const cards = (page: Page) => page.locator('.service-card__title');
const checked = (page: Page) => expect(page.locator('.attention [role=status]')).not.toBeEmpty();

/** A person with 200 cards, made of the one that there is. */
const twoHundred = (json: Json): Json => {
  const [first] = json.items as { identities: Json[] }[];
  return { items: Array.from({ length: 200 }, (_, sortIndex) => ({ ...first, id: `card${sortIndex}`, sortIndex, identities: first?.identities.slice(0, 1).map((identity) => ({ ...identity, id: `record${sortIndex}` })) })) };
};

test.describe('the dashboard of a resident', () => {
  test.use({ signedInAs: 'resident@example.com' });

  test('with 200 cards can be used at once', async ({ page }) => {
    // Two hundred answers, each shown: several times the work of any other test.
    test.setTimeout(120_000);
    let atOnce = 0;
    let most = 0;
    let answered = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/servicedata', async (route) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await released;
      atOnce -= 1;
      answered += 1;
      await route.fulfill({ json: { identityId: 'x', asOf: '2026-11-20T20:00:00Z', checkedAt: '2026-11-20T20:00:00Z', stale: false, fields: [], actions: [], notices: [] } });
    });
    await answerWith(page, { '/api/subscriptions': twoHundred });
    await page.goto('/dashboard');
    // All are there while no agency has answered, and no more are asked at once than the portal bears.
    await expect(cards(page)).toHaveCount(200);
    await expect.poll(() => atOnce).toBe(6);
    await afterRequestsOf(page);
    release();
    await expect(page.locator('.record__checked').first()).toBeVisible();
    for (const count of [50, 100, 150, 200]) await expect.poll(() => answered).toBeGreaterThanOrEqual(count);
    await checked(page);
    expect(most).toBe(6);
  });
});

test.describe('what there is to do', () => {
  test.use({ signedInAs: 'resident@example.com' });

  test('is a sentence with a button, on top and on its card', async ({ page }) => {
    await page.goto('/dashboard');
    await checked(page);
    const todo = page.locator('.attention').getByRole('listitem').filter({ hasText: /Pay \$\d+\.\d\d for water, sewer and trash by \w+ \d+/ }).first();
    await expect(todo.getByRole('link', { name: /^Pay the bill/ })).toHaveAttribute('target', '_blank');
    const card = page.getByRole('article', { name: 'Water, sewer and trash' });
    await expect(card.getByText(/Pay \$\d+\.\d\d for water/)).toBeVisible();
    expect((await card.getByRole('link', { name: /^Pay the bill/ }).boundingBox())?.height).toBeGreaterThanOrEqual(44);
    const again = page.waitForResponse(/servicedata\?isRefresh=true/);
    await card.getByRole('button', { name: /^Check again/ }).click();
    expect((await again).ok()).toBe(true);
  });

  test('can be added to a calendar', async ({ page }) => {
    await page.goto('/dashboard');
    const card = page.getByRole('article', { name: 'Water, sewer and trash' });
    const download = page.waitForEvent('download');
    await card.getByRole('button', { name: /^Add to calendar/ }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
    expect(text.replaceAll('\r\n ', '')).toMatch(/SUMMARY;LANGUAGE=en:Pay \$\d+\.\d\d for water\\, sewer and trash by \w+ \d+\r\n/);
    await expect(page.getByText('The file saguaro.ics is in your downloads.')).toBeVisible();
  });
});

test.describe('the cards', () => {
  test('keep the order set by keyboard and by mouse', async ({ page }) => {
    await newcomerWith(page, 'benefits', await voterRecord(page.request));
    await page.goto('/dashboard');
    await expect(cards(page)).toHaveCount(2);
    const [first = '', second = ''] = await cards(page).allTextContents();

    const saved = page.waitForResponse('**/api/subscriptions/sortindex');
    await page.getByRole('button', { name: `Choices for ${first}` }).press('Enter');
    await page.getByRole('button', { name: 'Move down' }).press('Enter');
    await expect(page.getByText(`${first} moved to position 2 of 2.`)).toBeAttached();
    expect((await saved).ok()).toBe(true);
    await expect(cards(page)).toHaveText([second, first]);
    await page.reload();
    await expect(cards(page)).toHaveText([second, first]);

    // What an agency says of a record comes later, and moves the cards.
    await expect(page.locator('.record__checked')).toHaveCount(2);
    const from = await page.locator('.service-card__handle').first().boundingBox();
    const to = await page.locator('.service-card__handle').last().boundingBox();
    if (!from || !to) throw new Error('the handles are not on the page');
    const savedAgain = page.waitForResponse('**/api/subscriptions/sortindex');
    const library = page.waitForResponse(/sortable/);
    await page.mouse.move(from.x + 10, from.y + 10);
    await library;
    // The library listens a moment after it has loaded.
    await expect(async () => {
      await page.mouse.move(from.x + 10, from.y + 10);
      await page.mouse.down();
      await page.mouse.move(from.x + 40, from.y + 20, { steps: 4 });
      await expect(page.locator('.sortable-ghost')).toBeAttached({ timeout: 500 });
    }).toPass();
    await page.mouse.move(to.x + 10, to.y + 10, { steps: 8 });
    await page.mouse.up();
    await expect(page.getByText(`${second} moved to position 2 of 2.`)).toBeAttached();
    expect((await savedAgain).ok()).toBe(true);
    await expect(cards(page)).toHaveText([first, second]);
  });
});

for (const [hours, timezoneId] of [
  [1, 'Asia/Tokyo'],
  [-1, 'Pacific/Honolulu'],
] as const) {
  test.describe(`a device ${hours} hour off, in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('is told what any other is told', async ({ page }) => {
      await page.clock.install({ time: Date.now() + hours * 3_600_000 });
      await newcomerWith(page, 'benefits');
      const answer = page.waitForResponse(/servicedata/);
      await page.goto('/dashboard');
      const { checkedAt, notices } = (await (await answer).json()) as { checkedAt: string; notices: { on: string }[] };
      const due = notices[0]?.on ?? '';
      const inArizona = (options: Intl.DateTimeFormatOptions, moment: string) =>
        new RegExp(new Intl.DateTimeFormat('en', options).format(new Date(moment)).replaceAll(/\s/g, String.raw`\s`));
      const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;
      const card = page.getByRole('article', { name: 'Benefits' });
      await expect(card).toContainText(inArizona({ ...day, hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone: 'America/Phoenix' }, checkedAt));
      await expect(card).toContainText(inArizona({ month: 'long', day: 'numeric', timeZone: 'UTC' }, due));
      const download = page.waitForEvent('download');
      await card.getByRole('button', { name: /^Add to calendar/ }).click();
      expect(await readFile(await (await download).path(), 'utf8')).toContain(`DTSTART;VALUE=DATE:${due.replaceAll('-', '')}\r\n`);
      await expect(page.getByRole('banner').getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  });
}
