import { expect, test } from '@playwright/test';
import { signIn } from './support/identityProvider';
import { loginButton, openSignIn, userMenu } from './support/portal';

const folder = '../../docs/screenshots';

test.use({ viewport: { width: 1280, height: 800 } });

test('landing page', async ({ page }) => {
  await page.goto('/');
  await expect(loginButton(page)).toBeVisible();
  await page.screenshot({ path: `${folder}/landing.png` });
});

test('dashboard', async ({ page }) => {
  await openSignIn(page);
  await signIn(page, 'business@example.com');
  await expect(userMenu(page)).toContainText('Ben Whitehorse');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ben Whitehorse');
  await page.screenshot({ path: `${folder}/dashboard.png` });
});

test('registration on a phone, in Spanish', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-US', viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('.hero__button').click();
  await page.getByRole('button', { name: /new@example\.com/ }).click();
  await expect(page).toHaveURL(/\/register/);
  await page.goto('/register/identification');
  await expect(page.getByLabel('Nombre legal')).toBeVisible();
  await page.screenshot({ path: `${folder}/registration-phone.png` });
  await context.close();
});
