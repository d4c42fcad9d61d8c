import type { Page } from '@playwright/test';
import { heading } from './support/portal';
import { expect, test } from './support/test';

const lock = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name });

test.use({ signedInAs: 'business@example.com' });

test('somebody else is refused, the person themselves is not, and signing out leads there and back', async ({ page }) => {
  await page.goto('/connections');
  await lock(page, 'Enhanced Authentication is not active.').click();
  await page.getByRole('link', { name: 'Authenticate' }).click();
  await expect(heading(page, 'Prove who you are with your face')).toBeFocused();
  await page.getByRole('link', { name: 'Choose another way' }).click();

  await page.getByRole('button', { name: 'Continue with Electronic ID (EID)' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Who are you?' })).toBeVisible();
  await page.getByRole('button', { name: /^I am Rosa Delgado/ }).click();
  await expect(heading(page, 'You are not verified')).toBeVisible();
  await page.getByRole('link', { name: 'Try again or choose another way' }).click();

  await page.getByRole('button', { name: 'Continue with Electronic ID (EID)' }).click();
  await page.getByRole('button', { name: 'Cancel and go back to the portal' }).click();
  await expect(heading(page, 'You canceled')).toBeVisible();
  await page.getByRole('link', { name: 'Try again or choose another way' }).click();

  await page.getByRole('button', { name: 'Continue with Electronic ID (EID)' }).click();
  await page.getByRole('button', { name: /^I am Ben Whitehorse/ }).click();
  await expect(page).toHaveURL('/connections');
  await page.goto('/messages/portal');
  await expect(page.getByRole('link', { name: /You proved who you are/ }).first()).toBeVisible();

  await lock(page, 'Enhanced Authentication is active.').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(heading(page, 'Enhanced authentication ended')).toBeVisible();
  await expect(page).toHaveURL(/action=loggedout/);
  await expect(lock(page, 'Enhanced Authentication is not active.')).toBeVisible();
});

test('a service that asks for proof says so before anything is typed', async ({ page }) => {
  await page.goto('/connections/azdor-income-tax-refund');
  await expect(page.getByRole('heading', { name: 'Prove who you are first' })).toBeVisible();
  await expect(page.getByLabel('ZIP code on the return', { exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Prove who I am' }).click();
  await expect(page.getByText(/lets only you connect Income tax refund/)).toBeVisible();
  await page.getByRole('button', { name: /^Continue with Electronic ID/ }).click();
  await page.getByRole('button', { name: /^I am Ben Whitehorse/ }).click();
  await expect(page).toHaveURL('/connections/azdor-income-tax-refund');
  await expect(page.getByLabel('ZIP code on the return', { exact: true })).toBeVisible();

  await lock(page, 'Enhanced Authentication is active.').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(heading(page, 'Enhanced authentication ended')).toBeVisible();
});

test('the whole VIN is shown for ten seconds to whoever proved who they are, and a message tells it', async ({ page }) => {
  const vin = '4PVVC3H81R309TT40';
  const masked = `••••••••••••${vin.slice(-5)}`;
  const card = page.getByRole('article', { name: 'Vehicles and registration' });
  const details = card.locator('summary').first();
  const show = card.getByRole('button', { name: 'Show VIN' });
  const chosen = (name: RegExp) => page.getByRole('button', { name });

  await page.goto('/dashboard');
  await details.click();
  await expect(card.getByText(masked)).toBeVisible();
  await show.click();
  await expect(heading(page, 'Enhanced authentication')).toBeFocused();
  await expect(page.getByText(/shows the full value of VIN only to you/)).toBeVisible();

  await chosen(/^Continue with Electronic ID/).click();
  await chosen(/^I am Rosa Delgado/).click();
  await expect(heading(page, 'You are not verified')).toBeVisible();
  await page.goto('/dashboard');
  await details.click();
  await show.click();
  await expect(heading(page, 'Enhanced authentication')).toBeFocused();

  await chosen(/^Continue with Electronic ID/).click();
  await chosen(/^I am Ben Whitehorse/).click();
  await expect(page).toHaveURL(/\/dashboard#record-/);
  await show.click();
  await expect(card.locator('.masked__value')).toHaveText(vin);
  await expect(card.getByRole('button', { name: 'Hide VIN' })).toBeFocused();
  await expect(card.locator('.masked__value')).toHaveText(masked, { timeout: 15_000 });
  await expect(page.getByText(vin)).toHaveCount(0);

  await page.goto('/messages/portal');
  await page.getByRole('link', { name: /A hidden value was viewed: VIN/ }).first().click();
  await expect(page.getByRole('article').getByText(/viewed the full value of “VIN”/)).toBeVisible();
  await expect(page.getByText(vin)).toHaveCount(0);

  await lock(page, 'Enhanced Authentication is active.').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(heading(page, 'Enhanced authentication ended')).toBeVisible();
});
