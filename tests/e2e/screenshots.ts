import type { Page } from '@playwright/test';
import { waiting } from './matrix/world';
import { loginButton } from './support/portal';
import { expect, test } from './support/test';

const folder = '../../docs/screenshots';
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 800 };

/** Takes the picture of a page that waits for nothing. */
async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await expect(page.locator(waiting)).toHaveCount(0);
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' });
}

async function answerEstimator(page: Page): Promise<void> {
  await page.goto('/businessapplications/plan/costestimator');
  await page.getByLabel('What is the business structure?').selectOption('Limited liability company (LLC)');
  await page.getByLabel('What does it do?').selectOption('Accounting');
  await page.getByLabel('County of the business').selectOption('Pima');
  await page.getByLabel('County of the statutory agent').selectOption('Pima');
}

test.use({ viewport: desk });

test.describe('without an account', () => {
  test('landing page', async ({ page }) => {
    await page.goto('/');
    await expect(loginButton(page)).toBeVisible();
    await picture(page, 'landing');
  });

  test('services by an everyday word', async ({ page }) => {
    await page.goto('/services');
    await page.getByLabel('Search services and agencies').fill('taxes');
    await expect(page.getByRole('link', { name: 'Business TPT license' })).toBeVisible();
    await picture(page, 'services');
  });

  test('name check', async ({ page }) => {
    await page.goto('/businessapplications/plan/decideyourname?name=The+Saguaro+Design+LLC&entityType=llc');
    await expect(page.getByRole('heading', { name: /^Result for/ })).toBeVisible();
    await picture(page, 'name-check');
  });

  test('estimator while one answers', async ({ page }) => {
    await answerEstimator(page);
    await expect(page.getByRole('complementary').getByRole('heading')).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0));
    await picture(page, 'estimator');
  });

  test.describe('on a phone', () => {
    test.use({ viewport: phone });

    test('estimate', async ({ page }) => {
      await answerEstimator(page);
      await page.getByRole('button', { name: 'Show my estimate' }).click();
      await expect(page.getByRole('heading', { level: 2, name: 'Your estimate' })).toBeFocused();
      await picture(page, 'estimate-phone');
    });

    test('service', async ({ page }) => {
      await page.goto('/services/azdor-tpt');
      await expect(page.getByRole('heading', { name: 'What you can do' })).toBeVisible();
      await picture(page, 'service-phone');
    });
  });
});

test.describe('of a resident', () => {
  test.use({ signedInAs: 'resident@example.com' });

  async function openDashboard(page: Page): Promise<void> {
    await page.goto('/dashboard');
    await expect(page.locator('.attention .usa-button').first()).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
  }

  test('dashboard', async ({ page }) => {
    await openDashboard(page);
    await picture(page, 'dashboard');
  });

  test('a message of an agency', async ({ page }) => {
    await page.goto('/messages');
    await page.locator('.row-link').filter({ hasText: /expires in/ }).first().click();
    await expect(page.locator('.message-body')).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0));
    await picture(page, 'messages');
  });

  test('transactions', async ({ page }) => {
    await page.goto('/transactions');
    await expect(page.getByRole('heading', { name: 'Paid in the last 12 months' })).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await page.evaluate(() => scrollTo(0, 430));
    await picture(page, 'transactions');
  });

  test('connecting a service', async ({ page }) => {
    await page.goto('/connections/azdes-benefits');
    await expect(page.getByRole('heading', { name: 'Find your record' })).toBeVisible();
    await picture(page, 'connect');
  });

  test('ways of enhanced authentication', async ({ page }) => {
    await page.goto('/enhancedauthentication');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await picture(page, 'enhanced-authentication');
  });

  test('help beside a page', async ({ page }) => {
    await page.goto('/connections');
    await page.getByRole('banner').getByRole('button', { name: 'Help' }).click();
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible();
    await picture(page, 'help');
  });

  test('assistant', async ({ page }) => {
    await openDashboard(page);
    await page.getByRole('banner').getByRole('button', { name: 'Assistant' }).click();
    const panel = page.getByRole('dialog', { name: 'Assistant' });
    await panel.getByRole('textbox', { name: 'Your question' }).fill('How do I disconnect a service?');
    await panel.getByRole('button', { name: 'Send' }).click();
    await expect(panel.getByRole('log').locator('.chat__answer')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Send' })).toBeVisible();
    await picture(page, 'assistant');
  });

  test.describe('on a phone', () => {
    test.use({ viewport: phone });

    test('all messages', async ({ page }) => {
      await page.goto('/messages');
      await expect(page.locator('.row-link').first()).toBeVisible();
      await picture(page, 'messages-phone');
    });

    test('contact preferences in dark mode', async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto('/profile/contact');
      await expect(page.locator('.matrix')).toBeVisible();
      await picture(page, 'contact-phone-dark');
    });
  });
});

test.describe('of somebody with a business', () => {
  test.use({ signedInAs: 'business@example.com' });

  test('business dashboard', async ({ page }) => {
    await page.goto('/businessapplications/dashboard');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await picture(page, 'business');
  });

  test('forms', async ({ page }) => {
    await page.goto('/businessapplications/applications/new');
    await expect(page.locator('main .card').first()).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await picture(page, 'forms');
  });
});

test.describe('on a phone in Spanish', () => {
  test.use({ viewport: phone, locale: 'es-US' });

  test('landing page', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('.hero .usa-button')).toBeVisible();
    await picture(page, 'landing-phone');
  });

  test('checklist', async ({ page }) => {
    await page.goto('/guides/new-business');
    await expect(page.locator('main li').first()).toBeVisible();
    await picture(page, 'checklist-phone');
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
