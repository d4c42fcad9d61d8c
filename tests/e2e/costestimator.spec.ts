import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

const path = '/businessapplications/plan/costestimator';
const query =
  'entityType=llc&businessCountyId=pima&agentCountyId=pima&municipalityId=tucson&categoryId=1&employees=2' +
  '&averageMonthlyWage=320000&sellsTaxable=true&reserveName=true&tradeName=true&premises=rented&funding=500000';


const result = (page: Page) => page.locator('#estimate');
const feeRow = (page: Page, label: string | RegExp) => page.locator('.cost-row').filter({ hasText: label });
/** The totals in figures, which are the same in both languages. */
const totals = async (page: Page) => (await page.locator('.cost-total__amount').allTextContents()).map((total) => total.match(/[\d,.]+/g));

test('from the start page to a cost sheet with sources, its link and its file', async ({ page, browser }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/businessapplications/plan');
  await page.getByRole('link', { name: 'Estimate your costs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Estimate your startup costs' })).toBeFocused();
  await expect(page).toHaveTitle('Estimate your startup costs | Saguaro');
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /start a business in Arizona/);
  await page.getByLabel('What is the business structure?').selectOption('Limited liability company (LLC)');
  await page.getByLabel('What does it do?').selectOption('Accounting');
  await page.getByLabel('County of the business').selectOption('Pima');
  await page.getByLabel('The business is inside a city or town').check();
  await page.getByLabel('County of the statutory agent').selectOption('Yuma');
  await page.getByRole('button', { name: 'Show my estimate' }).click();
  await expect(result(page)).toBeFocused();

  await expect(feeRow(page, 'LLC articles of organization')).toContainText('$50');
  await expect(feeRow(page, 'LLC articles of organization')).toContainText('azleg.gov');
  await expect(page.locator('main')).not.toContainText('upcounsel');
  await expect(feeRow(page, 'LLC articles of organization')).toContainText('A.R.S. 29-3213(A)(1)');
  // The agent's county decides: in Yuma a newspaper prints the notice.
  await expect(feeRow(page, 'Newspaper publication')).toContainText('$30 to $300');
  await expect(feeRow(page, 'City or town licenses')).toContainText('Ask your city or town');
  await feeRow(page, 'LLC articles of organization').locator('summary').click();
  await expect(page.getByText('A.R.S. 29-3213(A)(1)')).toBeVisible();
  const first = await totals(page);

  await page.getByText('Add your own amounts', { exact: true }).click();
  await page.getByLabel('Utilities, phone, internet').fill('300');
  await page.getByRole('button', { name: 'Update the totals' }).click();
  await expect(page).toHaveURL(/figures=util%3A30000/);
  await expect(feeRow(page, 'Utilities, phone, internet')).toContainText('Your own amount');
  const second = await totals(page);
  expect(second).not.toEqual(first);

  const link = page.url();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download (CSV)' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^startup-costs-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv).toContain('acc-llc,LLC articles of organization (ACC)');
  expect(csv).toContain('300.00');

  const other = await (await browser.newContext({ locale: 'es-US' })).newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Su estimación' })).toBeVisible();
  expect(await totals(other)).toEqual(second);
  await other.context().close();

  await page.goBack();
  await expect(page).not.toHaveURL(/figures/);
  await expect.poll(() => totals(page)).toEqual(first);
});

test('a link of which a part was changed is told', async ({ page }) => {
  await page.goto(`${path}?${query}`);
  await expect(result(page)).toBeVisible();
  await page.getByText('Add your own amounts', { exact: true }).click();
  await page.getByRole('button', { name: 'Update the totals' }).click();
  await expect(page).toHaveURL(/check=/);
  await page.goto(page.url().replace('employees=2', 'employees=3'));
  await expect(page.getByText('Part of this link is missing or changed')).toBeVisible();
  await expect(page.locator('.cost-row')).toHaveCount(0);
  await page.goto(`${path}?${query.replace('employees=2', 'employees=-2').replace('pima', 'atlantis')}`);
  await expect(page.getByText('This link doesn’t open an estimate')).toBeVisible();
  await expect(page.getByText('The link has no valid answer to “Employees in the first year”.')).toBeVisible();
  await page.getByRole('link', { name: 'Start a new estimate' }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('button', { name: 'Show my estimate' })).toBeVisible();
});

const changes = (page: Page) => page.getByRole('table', { name: 'What changed, line by line' });

test('changed answers are compared line by line', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${path}?${query}`);
  await expect(result(page)).toBeVisible();
  await page.getByText('Change your answers').click();
  await page.getByLabel('What is the business structure?').selectOption('Corporation');
  await page.getByRole('button', { name: 'Update the estimate' }).click();
  await expect(page).toHaveURL(/entityType=corporation/);
  await page.getByText('See what changed').click();
  const removed = changes(page).getByRole('row').filter({ hasText: 'LLC articles of organization' });
  await expect(removed).toContainText('Removed');
  await expect(removed).toContainText('-$50');
  await expect(removed).toContainText('azleg.gov');
  await expect(changes(page).getByRole('row').filter({ hasText: 'corporation articles' })).toContainText(/\+\$60.*Not confirmed: ask the Arizona Corporation Commission/);
  await expect(page.getByRole('table', { name: 'The totals, before and after' }).getByRole('row')).toHaveCount(6);
  await page.emulateMedia({ media: 'print' });
  await expect(changes(page)).toBeVisible();
});

test('on paper there are the answers and the estimate with its sources, and nothing to press', async ({ page }) => {
  await page.goto(`${path}?${query}`);
  await expect(result(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(feeRow(page, 'LLC articles of organization').getByText('A.R.S. 29-3213(A)(1)')).toBeVisible();
  await expect(feeRow(page, /^Wages/)).toBeVisible();
  await expect(page.locator('.cost-answers')).toBeVisible();
  for (const name of ['.cost-tools', '.own-figures']) await expect(page.locator(name)).toBeHidden();
  await expect(page.getByRole('main').locator('button, .usa-button').filter({ visible: true })).toHaveCount(0);
});

const restaurant =
  'entityType=llc&businessCountyId=yavapai&agentCountyId=yavapai&inMunicipality=true&categoryId=27&premises=rented' +
  '&servesFood=true&servesAlcohol=true&sellsTaxable=true';

test('the estimate of a restaurant is short on a phone, and leads with what must be paid to open', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${path}?${restaurant}`);
  await expect(result(page)).toBeVisible();
  const opening = page.locator('.cost-opening');
  await expect(opening).toContainText('To open, you must pay');
  await expect(opening).toContainText('Liquor license');
  await expect(opening).toContainText('County food establishment permit');
  await expect(opening).toContainText('This total leaves out licenses that your trade may need.');
  await expect(page.locator('.cost-due[open]')).toHaveCount(1);
  await expect(page.locator('.cost-row details[open]')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4000);
  await expectAccessible(page, 'estimate of a restaurant');
  await feeRow(page, 'Liquor license').locator('summary').click();
  await expect(feeRow(page, 'Liquor license').locator('.cost-row__details')).toBeVisible();
});

test('wages count only when they are switched on', async ({ page }) => {
  await page.goto(`${path}?${restaurant}&employees=2`);
  await expect(result(page)).toBeVisible();
  await expect(feeRow(page, 'Employer FICA')).toContainText('Depends on wages');
  await expect(feeRow(page, /^Wages/)).toHaveCount(0);
  await page.getByText('What we do not know').click();
  await expect(page.getByText('We do not count wages')).toBeVisible();
  await page.getByText('Change your answers').click();
  await page.getByLabel('Include wages').check();
  await page.getByLabel(/Average monthly wage/).fill('3200');
  await page.getByRole('button', { name: 'Update the estimate' }).click();
  await expect(page).toHaveURL(/averageMonthlyWage=320000/);
  await expect(feeRow(page, /^Wages/)).toContainText('$6,400');
  await expect(page.getByRole('figure').getByRole('listitem').first()).toContainText('People and wages');
});
