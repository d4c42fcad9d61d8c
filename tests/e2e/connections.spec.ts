import { newcomerWith, records } from './support/agencies';
import { bringAxe, expectAccessible, expectRoomForLargeText } from './support/axe';
import { heading } from './support/portal';
import { expect, test } from './support/test';
import { words } from './support/words';

const { caseNumber } = records.benefits.identity;

for (const language of ['en', 'es'] as const) {
  test.describe(language, () => {
    test.use({ locale: words[language].locale, signedInAs: 'resident@example.com' });

    test('catalogue and form are accessible, also where nothing is found and where a form is refused', async ({ page, context }) => {
      await bringAxe(context);
      await page.goto('/connections');
      await expect(page.locator('.agency').first()).toBeVisible();
      await expectAccessible(page, `connections, ${language}`);
      await expectRoomForLargeText(page, `connections, ${language}`);
      await page.goto('/connections?q=submarine');
      await expect(page.locator('.empty')).toBeVisible();
      await expectAccessible(page, `connections, nothing found, ${language}`);
      await page.goto(`/connections/${records.benefits.agencyServiceId}`);
      await expect(page.locator('form.form')).toBeVisible();
      await expectAccessible(page, `connect, ${language}`);
      await page.locator('form.form button[type=submit]').click();
      await expect(page.getByRole('alert').first()).toBeFocused();
      await expectAccessible(page, `connect, refused, ${language}`);
      await expectRoomForLargeText(page, `connect, refused, ${language}`);
    });
  });
}

test('somebody finds a service, connects it, comes to its card and disconnects it', async ({ page }) => {
  await newcomerWith(page);
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
