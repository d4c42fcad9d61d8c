import { identityUrl } from './support/identityProvider';
import { heading, loginButton, newcomer, signedUp } from './support/portal';
import { expect, test } from './support/test';

test('a visitor of a page for people who are signed in is asked to sign in', async ({ page }) => {
  for (const path of ['/dashboard', '/profile/termsandconditions', '/profile/contact', '/governmentsearch', '/adminuserservices']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(new RegExp(`^${identityUrl}/`));
  }
});

test('a visitor of any other page sees the landing page', async ({ page }) => {
  for (const path of ['/register', '/register/identification', '/no/such/page', '/signin-callback/extra']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/');
    await expect(heading(page, 'Your Arizona, in one place')).toBeVisible();
  }
});

test('somebody who is not registered is sent to register from every page', async ({ page }) => {
  await signedUp(page);
  for (const path of ['/', '/dashboard', '/profile/contact', '/governmentsearch']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/register/);
  }
});

test.describe('of a resident', () => {
  test.use({ signedInAs: 'resident@example.com' });

  test('the landing and registration pages lead on to the dashboard', async ({ page }) => {
    for (const path of ['/', '/register', '/register/identification', '/no/such/page']) {
      await page.goto(path);
      await expect(page).toHaveURL('/dashboard');
    }
  });

  test('staff pages do not open', async ({ page }) => {
    for (const path of ['/governmentsearch', '/adminuserservices']) {
      await page.goto(path);
      await expect(heading(page, 'You do not have access to this page')).toBeVisible();
    }
  });

  test('the app is ready even when the details of the user fail', async ({ page }) => {
    await page.route('**/api/users', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'x', requestId: 'x' } }));
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test.describe('of a government employee', () => {
  test.use({ signedInAs: 'government@example.com' });

  test('search opens and user services do not', async ({ page }) => {
    await page.goto('/governmentsearch');
    await expect(heading(page, 'Government search')).toBeVisible();
    await page.keyboard.type('food establishment permit');
    await expect(page.getByRole('link', { name: 'County food establishment permit' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Estimate your startup costs')).toBeVisible();
    await page.goto('/adminuserservices');
    await expect(heading(page, 'You do not have access to this page')).toBeVisible();
  });
});

test.describe('of support staff', () => {
  test.use({ signedInAs: 'support@example.com' });

  test('user services open', async ({ page }) => {
    await page.goto('/adminuserservices');
    await expect(heading(page, 'User services')).toBeVisible();
  });
});

test('a registration check that fails signs out and shows the error page', async ({ page }) => {
  await newcomer(page);
  await page.route('**/api/users/registered', (route) => route.fulfill({ status: 500, json: { code: 'internalError', message: 'x', requestId: 'x' } }));
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/error');
  await expect(heading(page, 'Page Not Found - Internal Server Error')).toBeVisible();
  await expect(page.getByText('The page you are trying to reach is not available due to an internal error.')).toBeVisible();
});

test('going back to the root loads the app anew', async ({ page }) => {
  await page.route('**/.well-known/openid-configuration', (route) => route.abort());
  await page.goto('/');
  await page.evaluate(() => { (window as unknown as { marked: boolean }).marked = true; });
  await loginButton(page).click();
  await expect(heading(page, 'Page Not Found - Internal Server Error')).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Your Arizona, in one place')).toBeVisible();
  await page.waitForFunction(() => !('marked' in window));
});
