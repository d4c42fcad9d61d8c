import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { answerWith, type Answer } from './support/answers';
import { bringAxe, expectAccessible, expectRoomForLargeText } from './support/axe';
import { expect, test } from './support/test';
import { words, type Language } from './support/words';

type Json = Record<string, unknown>;

const rows = (page: Page) => page.locator('.transaction-row');
const links = (page: Page) => page.locator('.transaction-row__link');
const panel = (page: Page) => page.locator('.transaction-panel');
const list = '**/api/transactions?**';

test.use({ signedInAs: 'resident@example.com' });

test('a filter by its address, the way back, one transaction and the way back to its row', async ({ page }) => {
  await page.goto('/transactions');
  await expect(rows(page)).toHaveCount(25);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(links(page).nth(25)).toBeFocused();

  await page.getByLabel('Type').selectOption('Renewal');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page).toHaveURL('/transactions?type=renewal');
  await expect(page.locator('.transaction-row__type').first()).toHaveText('Renewal');
  await expect(page.locator('.transaction-row__type').filter({ hasNotText: 'Renewal' })).toHaveCount(0);
  await expect(page.getByText('That is everything that matches.')).toBeVisible();

  const title = await links(page).last().textContent();
  await links(page).last().click();
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(title ?? '');
  await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
  await expect(page).toHaveURL(/\/transactions\/[a-z2-7]{26}\?type=renewal$/);
  const address = page.url();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL('/transactions?type=renewal');
  await expect(links(page).last()).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/transactions');
  await expect(rows(page)).not.toHaveCount(0);
  await expect(page.getByLabel('Type')).toHaveValue('');

  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'All transactions' }).click();
  await expect(page).toHaveURL('/transactions?type=renewal');
  await expect(rows(page).first()).toBeVisible();
});

test('the file has what the filters let through', async ({ page }) => {
  await page.goto('/transactions?type=renewal');
  await expect(page.getByText('That is everything that matches.')).toBeVisible();
  const count = await rows(page).count();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download (CSV)' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^transactions-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFFDate,Agency,')).toBe(true);
  expect(text.trimEnd().split('\r\n')).toHaveLength(count + 1);
});

const longWords = (json: Json): Json => ({
  ...json,
  items: (json.items as Json[]).map((item, index) => ({
    ...item,
    status: ['pending', 'completed', 'failed', 'refunded', 'cancelled'][index % 5],
    description: index === 0 ? 'Licencia-de-funcionamiento-extraordinariamente-larga-que-no-tiene-ningún-espacio-en-blanco' : item.description,
    agencyName: index === 1 ? 'Department of Transportation, Motor Vehicle Division, Office of Commercial and Agricultural Carriers of the State of Arizona' : item.agencyName,
    amount: index === 2 ? { amount: '123456789.01', currency: 'USD' } : item.amount,
  })),
});

const states: { name: string; path: string; answers?: Record<string, Answer>; arrived: (page: Page) => Promise<void> }[] = [
  { name: 'list', path: '/transactions', arrived: (page) => expect(rows(page).first()).toBeVisible() },
  { name: 'long words and every status', path: '/transactions', answers: { '/api/transactions?**': longWords }, arrived: (page) => expect(rows(page).first()).toBeVisible() },
  { name: 'filters that are set', path: '/transactions?type=payment&from=2020-01-01&text=a', arrived: (page) => expect(rows(page).first()).toBeVisible() },
  { name: 'nothing matches', path: '/transactions?text=nothing-is-called-so', arrived: (page) => expect(page.locator('.empty')).toBeVisible() },
  { name: 'nothing yet', path: '/transactions', answers: { '/api/transactions?**': { items: [], nextToken: null, searchedTo: null } }, arrived: (page) => expect(page.locator('.empty')).toBeVisible() },
  { name: 'loading', path: '/transactions', answers: { '/api/transactions?**': 'never' }, arrived: (page) => expect(page.locator('.skeleton')).toBeVisible() },
  { name: 'cannot be read', path: '/transactions', answers: { '/api/transactions?**': 404 }, arrived: (page) => expect(page.locator('.usa-alert--error')).toBeVisible() },
];

for (const language of Object.keys(words) as Language[]) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: words[language].locale });
    test.setTimeout(180_000);
    test.beforeEach(({ context }) => bringAxe(context));

    test('every state can be used by everybody', async ({ page }) => {
      for (const { name, path, answers = {}, arrived } of states) {
        await test.step(name, async () => {
          await answerWith(page, answers);
          await page.goto(path);
          await arrived(page);
          await expectAccessible(page, name);
          await page.unrouteAll({ behavior: 'ignoreErrors' });
        });
      }
      await page.goto('/transactions');
      await links(page).first().click();
      await expect(page.locator('.facts')).toBeVisible();
      await expectAccessible(page, 'one transaction');
      await page.goto('/transactions');
      await expect(rows(page).first()).toBeVisible();
      await page.setViewportSize({ width: 640, height: 900 });
      await expectRoomForLargeText(page, 'list');
    });
  });
}

test('a search without an end is left to the person', async ({ page }) => {
  let calls = 0;
  await page.route(list, (route) => {
    calls += 1;
    return route.fulfill({ json: { items: [], nextToken: `token${calls}`, searchedTo: `2024-${String(12 - (calls % 12)).padStart(2, '0')}-09` } });
  });
  await page.goto('/transactions?text=rare');
  await expect(page.getByText('Nothing was found back to June 2024.')).toBeVisible();
  expect(calls).toBe(6);
  await page.getByRole('button', { name: 'Search further back' }).click();
  await expect.poll(() => calls).toBe(12);
});
