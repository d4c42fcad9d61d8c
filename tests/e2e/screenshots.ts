import type { Page } from '@playwright/test';
import { loginButton } from './support/portal';
import { expect, test } from './support/test';

const folder = '../../docs/screenshots';
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 800 };

/** Takes the picture when nothing moves any more. */
async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' });
}

test.use({ viewport: desk });

test('landing page', async ({ page }) => {
  await page.goto('/');
  await expect(loginButton(page)).toBeVisible();
  await picture(page, 'landing');
});

test.describe('of a resident', () => {
  test.use({ signedInAs: 'resident@example.com' });

  test('dashboard', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: /need your attention/ })).toBeVisible();
    await expect(page.getByText('Last checked').first()).toBeVisible();
    await picture(page, 'dashboard');
  });

  test('messages, one of them open', async ({ page }) => {
    await page.goto('/messages');
    await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: /Vehicle/ }).click();
    await page.locator('.row-link').first().click();
    await expect(page.locator('.message-body')).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0));
    await picture(page, 'messages');
  });

  test.describe('on a phone', () => {
    test.use({ viewport: phone });

    test('contact preferences by night', async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto('/profile/contact');
      await expect(page.locator('.matrix')).toBeVisible();
      await picture(page, 'contact-phone-dark');
    });
  });
});

test.describe('on a phone in Spanish', () => {
  test.use({ viewport: phone, locale: 'es-US' });

  test('landing page', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('.hero .usa-button')).toBeVisible();
    await picture(page, 'landing-phone');
  });

  test.describe('of somebody new', () => {
    test.use({ signedInAs: 'new@example.com' });

    test('registration', async ({ page }) => {
      await page.goto('/register/identification');
      await expect(page.getByLabel('Nombre legal')).toBeVisible();
      await picture(page, 'registration-phone');
    });
  });
});
