import { signIn } from './support/identityProvider';
import { expect, test } from './support/test';

test('from an everyday word to a service, its costs and the sign-in, without an account', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/services');
  const search = page.getByLabel('Search services and agencies');
  await search.fill('renew my tags');
  await expect(page.getByRole('link', { name: 'Vehicles and registration: Renew registration' })).toBeVisible();
  await search.fill('pasaporte');
  await expect(page.getByRole('link', { name: /^Passports/ })).toHaveAttribute('href', /^https:\/\/travel\.state\.gov/);
  await search.fill('sales tax license');
  await page.getByRole('link', { name: /^Business TPT license/ }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Business TPT license' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Official page' }).first()).toHaveAttribute('href', /^https:/);
  await page.getByRole('link', { name: 'Sign in to connect' }).click();
  await signIn(page, 'resident@example.com');
  await expect(page).toHaveURL(/\/connections\/azdor-tpt$/);
});

test('to the part of an action, with its cost in both languages', async ({ page }) => {
  await page.goto('/services/adot-mvd-vehicle#replace-title');
  const heading = page.getByRole('heading', { level: 2, name: 'Replace the title', exact: true });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Replace the title' })).toContainText('$4.00');

  await page.getByRole('navigation', { name: 'What you can do' }).getByRole('link', { name: 'Report the vehicle as sold' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Report the vehicle as sold' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Report the vehicle as sold' })).toContainText('Free');
  await expect(page.getByText('missing or not confirmed')).toHaveCount(1);

  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.getByRole('region', { name: 'Reponer el título' })).toContainText('$4.00');
});

test('from the start page to a guide and its service', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Voter registration' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Voter registration' })).toBeFocused();
  await page.getByRole('main').getByRole('link', { name: 'Voter registration' }).click();
  await expect(page).toHaveURL(/\/services\/azsos-voter$/);
});

test('a guide and a help page are rated once, and again after a failure', async ({ page }) => {
  const rating = page.getByRole('group', { name: 'Was this page helpful?' });
  const button = (name: string) => rating.getByRole('button', { name, exact: true });
  await page.goto('/guides/voter-registration');
  await page.route('**/api/pageratings', (route) => route.abort());
  await button('Yes').press('Enter');
  await expect(rating.getByRole('status')).toHaveText('We couldn’t send your answer. Try again.');
  await page.unroute('**/api/pageratings');

  const counted = page.waitForResponse('**/api/pageratings');
  await button('Yes').press('Enter');
  expect((await counted).status()).toBe(200);
  await expect(rating.getByRole('status')).toHaveText('Thank you for your answer.');
  await expect(button('Yes')).toBeFocused();
  await expect(button('No')).toHaveAttribute('aria-disabled', 'true');

  await page.goto('/help/es/contact.html');
  const ofHelp = page.getByRole('group', { name: '¿Le sirvió esta página?' });
  const countedOfHelp = page.waitForResponse('**/api/pageratings');
  await ofHelp.getByRole('button', { name: 'No' }).click();
  expect((await countedOfHelp).status()).toBe(200);
  await expect(ofHelp.getByRole('status')).toHaveText('Gracias por su respuesta.');
});
