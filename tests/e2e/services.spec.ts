import { signIn } from './support/identityProvider';
import { expect, test } from './support/test';

test('from an everyday word to a service, its costs and the sign-in, without an account', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/services');
  const search = page.getByLabel('Search services and agencies');
  await search.fill('placas');
  await expect(page.getByRole('link', { name: 'Vehicles and registration' })).toBeVisible();
  await search.fill('license sales');
  await page.getByRole('link', { name: 'Business TPT license' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Business TPT license' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Official page' }).first()).toHaveAttribute('href', /^https:/);
  await page.getByRole('link', { name: 'Sign in to connect' }).click();
  await signIn(page, 'resident@example.com');
  await expect(page).toHaveURL(/\/connections\/azdor-tpt$/);
});

test('from the start page to a guide and its service', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Voter registration' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Voter registration' })).toBeFocused();
  await page.getByRole('main').getByRole('link', { name: 'Voter registration' }).click();
  await expect(page).toHaveURL(/\/services\/azsos-voter$/);
});
