import type { Page } from '@playwright/test';
import { newcomerWith, recordLike, records } from './support/agencies';
import { answerWith } from './support/answers';
import { heading, settled } from './support/portal';
import { expect, test } from './support/test';

/** Fills in the form of the benefits and sends it; resolves once it is answered. */
async function connect(page: Page, { caseNumber, dateOfBirth }: Record<string, string>): Promise<void> {
  const [year, month, day] = String(dateOfBirth).split('-').map(Number);
  await page.getByLabel('Case number').fill(String(caseNumber));
  await page.getByLabel('Month').selectOption(String(month));
  await page.getByLabel('Day', { exact: true }).fill(String(day));
  await page.getByLabel('Year', { exact: true }).fill(String(year));
  const answered = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/subscriptions/agencyservice'));
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await answered;
}

test('somebody finds a service, connects it, comes to its card and disconnects it', async ({ page }) => {
  await settled(page);
  await page.getByRole('link', { name: 'Find services' }).click();
  await expect(heading(page, 'Connections')).toBeFocused();
  await page.getByRole('searchbox').fill('bénefits');
  await expect(page).toHaveURL(/q=b/);
  await page.getByRole('link', { name: 'Connect Benefits' }).click();

  const { identity } = await recordLike(page.request, 'benefits');
  const given = page.getByRole('region', { name: /^What we send to/ }).getByRole('definition');
  await expect(given).toHaveText(['ELENA', 'OCHOA', 'March 9, 1988', 'Not entered yet', 'Not entered yet']);
  await connect(page, { caseNumber: '7099999999', dateOfBirth: '1988-03-09' });
  await expect(given).toHaveText(['ELENA', 'OCHOA', 'March 9, 1988', '7099999999', 'March 9, 1988']);
  const summary = page.getByRole('alert').first();
  await expect(summary).toContainText('don’t match a record in your name');
  await expect(summary).toBeFocused();
  const [summaryTop, headerBottom] = await page.evaluate(() => [document.querySelector('.error-summary'), document.querySelector('header')].map((each, index) => each?.getBoundingClientRect()[index ? 'bottom' : 'top'] ?? NaN));
  expect(summaryTop).toBeGreaterThanOrEqual(headerBottom as number);
  const notThere = await summary.textContent();
  await expect(page.getByLabel('Case number')).toHaveValue('7099999999');

  // Rosa's, every letter right: the answer is the same.
  await connect(page, records.benefits.identity);
  await expect(given.nth(3)).toHaveText(records.benefits.identity.caseNumber);
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeEnabled();
  await expect(summary).toHaveText(notThere ?? '');
  await expect(page).toHaveURL(/\/connections\/azdes-benefits/);

  await connect(page, identity);
  await expect(page).toHaveURL(/\/dashboard#card-/);
  const card = page.getByRole('article', { name: 'Benefits' });
  await expect(card.getByRole('heading', { level: 3 })).toBeFocused();
  await expect(card.locator('.record__checked').first()).toBeVisible();

  await card.getByRole('button', { name: 'Choices for Benefits' }).click();
  await card.getByRole('button', { name: /^Disconnect/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('No agency is connected yet')).toBeVisible();
});

test('who has a record is told when another account connects it', async ({ page, browser }) => {
  const record = await recordLike(page.request, 'benefits');
  await newcomerWith(page, record);
  const another = await browser.newPage();
  await newcomerWith(another, record);
  await another.close();
  await page.goto('/messages');
  await page.getByRole('link', { name: /Another account connected to your record: Benefits/ }).click();
  await expect(page.getByText(/The person with that account sees what you see there/)).toBeVisible();
});

test('a Social Security number is hidden on the screen and left out on paper', async ({ page }) => {
  await answerWith(page, { '/agencyservice/azdor-income-tax-refund': (json) => ({ ...json, stepUpTypes: null }) });
  await settled(page, '/connections/azdor-income-tax-refund');
  const number = page.getByLabel('Social Security number or ITIN', { exact: true });
  await number.fill('900123456');
  await expect(number).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: /^Show/ }).click();
  await expect(number).toHaveAttribute('type', 'text');
  await page.emulateMedia({ media: 'print' });
  await expect(number).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(number).toBeVisible();
  await page.reload();
  await expect(number).toHaveValue('');
});
