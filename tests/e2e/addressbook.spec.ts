import type { Page } from '@playwright/test';
import { settled } from './support/portal';
import { expect, test } from './support/test';


const card = (page: Page, name: string) => page.getByRole('article', { name });
const summary = (page: Page) => page.getByRole('alert').first();

async function fill(page: Page, street: string, label = ''): Promise<void> {
  await page.getByLabel(/Nickname for this address/).fill(label);
  await page.getByLabel('Name of the person or business').fill('Elena Ochoa');
  await page.getByLabel('Street address').fill(street);
  await page.getByLabel('City').fill('Bisbee');
  await page.getByLabel(/^State/).selectOption('AZ');
  await page.getByLabel('ZIP code').fill('85603-0042');
}

test('addresses are added, changed, made primary and removed, and what was typed survives a failure', async ({ page }) => {
  await settled(page, '/addressbook');
  await page.getByRole('link', { name: 'Add an address' }).click();
  await fill(page, '1 Copper Queen Plz');
  await page.route('**/api/profile/addresses', (route) => route.abort());
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(summary(page)).toBeFocused();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByLabel('Street address')).toHaveValue('1 Copper Queen Plz');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page).toHaveURL('/addressbook');
  await expect(card(page, 'Home')).toContainText('Primary');
  await expect(card(page, 'Home')).toContainText('Bisbee, AZ 85603-0042');

  await page.getByRole('link', { name: 'Add an address' }).click();
  await fill(page, '2 Naco Rd', 'Studio');
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByRole('button', { name: 'Make primary: Studio' }).click();
  await expect(page.getByRole('article').first()).toHaveAccessibleName('Studio');
  await expect(card(page, 'Studio').getByRole('heading')).toBeFocused();

  await page.getByRole('link', { name: 'Change Home' }).click();
  await page.getByLabel('City').fill('Douglas');
  await page.getByLabel('ZIP code').fill('85607');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(card(page, 'Home')).toContainText('Douglas, AZ 85607');

  await page.getByRole('button', { name: 'Remove Studio' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(card(page, 'Home')).toContainText('Primary');
});

test('a suggested address can be taken and refused, and no advice keeps an address from being saved', async ({ page }) => {
  const doubt = page.getByRole('heading', { name: 'Is this address correct?' });
  const question = page.getByRole('heading', { name: 'Which address should we save?' });
  const save = page.getByRole('button', { name: 'Save address' });
  await settled(page, '/addressbook/new');
  await fill(page, '1 Copper Queen Plz');
  await page.getByLabel('City').fill('Douglas');
  await save.click();
  await expect(doubt).toBeFocused();
  await expect(page.getByRole('button', { name: 'Use the suggestion' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('City')).toBeFocused();
  await expect(page.getByLabel('City')).toHaveValue('Douglas');
  await save.click();
  await page.getByRole('button', { name: 'Keep what I entered' }).click();
  await expect(card(page, 'Home')).toContainText('Douglas, AZ 85603-0042');

  await page.getByRole('link', { name: 'Change Home' }).click();
  await page.getByLabel('City').fill('Bisbe');
  await save.click();
  await expect(question).toBeFocused();
  await expect(page.getByText('Different', { exact: true })).toHaveCount(2);
  await page.getByRole('button', { name: 'Use the suggestion' }).click();
  await expect(card(page, 'Home')).toContainText('Bisbee, AZ 85603-0042');

  await page.getByRole('link', { name: 'Change Home' }).click();
  await page.getByLabel('ZIP code').fill('10001');
  await save.click();
  await expect(summary(page)).toBeFocused();
  await expect(page.getByLabel('ZIP code')).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Save as typed' }).click();
  await expect(card(page, 'Home')).toContainText('Bisbee, AZ 10001');

  await page.route('**/api/addressvalidation', (route) => route.abort());
  await page.getByRole('link', { name: 'Change Home' }).click();
  await page.getByLabel('City').fill('Benson');
  await save.click();
  await expect(card(page, 'Home')).toContainText('Benson, AZ 10001');
});
