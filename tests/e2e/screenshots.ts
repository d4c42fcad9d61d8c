import { expect, test, type Page } from '@playwright/test';
import { loginButton, userMenu } from './support/portal';

const folder = '../../docs/screenshots';
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 800 };

/** Takes the picture when nothing moves any more. */
async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' });
}

async function signInAs(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.locator('.hero__button').click();
  await page.getByRole('button', { name: email }).click();
  await expect(userMenu(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test.use({ viewport: desk });

test('landing page', async ({ page }) => {
  await page.goto('/');
  await expect(loginButton(page)).toBeVisible();
  await picture(page, 'landing');
});

test('dashboard', async ({ page }) => {
  await signInAs(page, 'resident@example.com');
  await expect(page.getByRole('heading', { name: /need your attention/ })).toBeVisible();
  await expect(page.getByText('Last checked').first()).toBeVisible();
  await picture(page, 'dashboard');
});

test('messages, one of them open', async ({ page }) => {
  await signInAs(page, 'resident@example.com');
  await page.goto('/messages');
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: /Vehicle/ }).click();
  await page.locator('.message-row__link').first().click();
  await expect(page.locator('.message-body')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  await picture(page, 'messages');
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('contact preferences by night', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await signInAs(page, 'resident@example.com');
    await page.goto('/profile/contact');
    await expect(page.locator('.matrix')).toBeVisible();
    await picture(page, 'contact-phone-dark');
  });

  test.describe('in Spanish', () => {
    test.use({ locale: 'es-US' });

    test('landing page and registration', async ({ page }) => {
      await page.goto('/');
      await expect(page.locator('.hero__button')).toBeVisible();
      await picture(page, 'landing-phone');
      await signInAs(page, 'new@example.com');
      await page.goto('/register/identification');
      await expect(page.getByLabel('Nombre legal')).toBeVisible();
      await picture(page, 'registration-phone');
    });
  });
});
