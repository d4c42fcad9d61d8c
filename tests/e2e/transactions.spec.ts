import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test';


const rows = (page: Page) => page.locator('.transaction-row');
const links = (page: Page) => page.locator('.row-link');
const panel = (page: Page) => page.locator('.detail-panel');
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

test('the sums of twelve months follow the filters', async ({ page }) => {
  await page.goto('/transactions?type=payment');
  const sums = page.getByRole('region', { name: 'Paid in the last 12 months' });
  await expect(sums.getByText('Only what matches your filters.')).toBeVisible();
  await sums.getByText('Amounts by month').click();
  await expect(sums.getByRole('row')).toHaveCount(13);
  const cents = (text: string): number => Math.round(Number(text.replace(/[$,]/g, '')) * 100);
  const amounts = await sums.getByRole('row').locator('td.amount').allTextContents();
  const total = cents((await sums.locator('.transaction-amount').textContent()) ?? '');
  expect(total).toBeGreaterThan(0);
  expect(amounts.reduce((sum, amount) => sum + cents(amount), 0)).toBe(total);
  await page.goto('/transactions?status=refunded');
  await expect(rows(page).first()).toContainText('Duplicate payment refunded');
  await expect(sums).toBeHidden();
});

test('a search without an end is left to the person', async ({ page }) => {
  let calls = 0;
  await page.route(list, (route) => {
    calls += 1;
    return route.fulfill({ json: { items: [], nextToken: `token${calls}`, scannedUntil: `2024-${String(12 - (calls % 12)).padStart(2, '0')}-09` } });
  });
  await page.goto('/transactions?text=rare');
  await expect(page.getByText('Nothing found since June 2024.')).toBeVisible();
  expect(calls).toBe(6);
  await page.getByRole('button', { name: 'Search earlier dates' }).click();
  await expect.poll(() => calls).toBe(12);
});
