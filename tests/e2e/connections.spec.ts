import { records } from './support/agencies';
import { heading, settled } from './support/portal';
import { expect, test } from './support/test';

const { caseNumber } = records.benefits.identity;

test('somebody finds a service, connects it, comes to its card and disconnects it', async ({ page }) => {
  await settled(page);
  await page.getByRole('link', { name: 'Find services' }).click();
  await expect(heading(page, 'Connections')).toBeFocused();
  await page.getByRole('searchbox').fill('bénefits');
  await expect(page).toHaveURL(/q=b/);
  await page.getByRole('link', { name: 'Connect Benefits' }).click();

  await page.getByLabel('Case number').fill('7099999999');
  await page.getByLabel('Month').selectOption('5');
  await page.getByLabel('Day', { exact: true }).fill('17');
  await page.getByLabel('Year', { exact: true }).fill('1984');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const summary = page.getByRole('alert').first();
  await expect(summary).toContainText('match no record');
  await expect(summary).toBeFocused();
  await expect(page.getByLabel('Case number')).toHaveValue('7099999999');

  await page.getByLabel('Case number').fill(caseNumber);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard#card-/);
  const card = page.getByRole('article', { name: 'Benefits' });
  await expect(card.getByRole('heading', { level: 3 })).toBeFocused();
  await expect(card.locator('.fields').first()).toBeVisible();

  await card.getByRole('button', { name: 'Choices for Benefits' }).click();
  await card.getByRole('button', { name: /^Disconnect/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('No agency is connected yet')).toBeVisible();
});
