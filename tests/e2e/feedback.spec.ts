import type { Page } from '@playwright/test';
import { identityUrl, signIn, signUp, stranger } from './support/identityProvider';
import { expireSession, heading, loginButton, newcomer, openSignIn, settle, settled, userMenu } from './support/portal';
import { expect, test } from './support/test';
import { words } from './support/words';

const progress = (page: Page) => page.locator('#nprogress');

test('the progress bar runs while a request is on its way, and the browser lets it', async ({ page }) => {
  const refusals: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML/i.test(message.text())) refusals.push(message.text());
  });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await newcomer(page);
  let answer: (() => void) | undefined;
  await page.route('**/api/profile/termsandconditions', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await route.continue();
  });
  await page.goto('/profile/termsandconditions');
  await expect(progress(page)).toBeAttached();
  await expect(progress(page)).toHaveAttribute('aria-hidden', 'true');
  const left = () => progress(page).locator('.progress__bar').evaluate((bar) => bar.getBoundingClientRect().right);
  await expect.poll(() => answer !== undefined).toBe(true);
  await expect.poll(left).toBeLessThan(1280);
  const before = await left();
  await expect.poll(left).toBeGreaterThan(before);
  answer?.();
  await expect(progress(page)).toHaveCount(0);

  await userMenu(page).click();
  await page.getByRole('banner').getByRole('link', { name: 'Contact preferences' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  const toast = page.getByText('We saved your contact preferences.');
  await expect(toast).toBeVisible();
  // It waits while it is pointed at.
  await page.locator('[data-sonner-toast]').hover();
  const box = await page.locator('[data-sonner-toast]').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1280 - 60);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(900 - 120);
  await page.getByRole('button', { name: 'Close this notice' }).click();
  await expect(toast).toHaveCount(0);
  expect(refusals).toEqual([]);
});

test.describe('of a resident', () => {
  test.use({ signedInAs: 'resident@example.com' });

  test('a dialog gives the focus back', async ({ page }) => {
    await page.goto('/profile/termsandconditions');
    const decline = page.getByRole('button', { name: 'I no longer accept' });
    await decline.click();
    await expect(page.getByRole('dialog', { name: 'Confirm' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(decline).toBeFocused();
  });
});

test('a network that is gone is spoken of until it is back', async ({ page, context }) => {
  await page.goto('/');
  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toHaveCount(0);
});

test.describe(() => {
  // React reports the script or style sheet that did not come, beside the page that says so.
  test.use({ expectedComplaints: [/Failed to fetch dynamically imported module|Unable to preload CSS/] });

  test('a page that was not loaded before the network was gone opens once it is back', async ({ page, context }) => {
    await settled(page);
    const menu = page.getByRole('banner');
    await context.setOffline(true);
    await menu.getByRole('link', { name: 'Transactions' }).click();
    await expect(heading(page, 'You are offline')).toBeVisible();
    await context.setOffline(false);
    await expect(heading(page, 'Transactions')).toBeVisible();

    await context.setOffline(true);
    await menu.getByRole('link', { name: 'Address book' }).click();
    await expect(heading(page, 'You are offline')).toBeVisible();
    await menu.getByRole('link', { name: 'Transactions' }).click();
    await expect(heading(page, 'Transactions')).toBeVisible();
    await context.setOffline(false);
    await menu.getByRole('link', { name: 'Address book' }).click();
    await expect(heading(page, 'Address book')).toBeVisible();
  });
});

test('a portal that cannot start says so and starts when it can', async ({ page }) => {
  await page.route('**/configuration/', (route) => route.abort());
  await page.goto('/');
  await expect(heading(page, 'We can’t start right now')).toBeVisible();
  await page.unroute('**/configuration/');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'Your Arizona, in one place')).toBeVisible();
});

test('the first visit is welcomed once', async ({ page }) => {
  const person = stranger();
  await openSignIn(page);
  await signUp(page, person);
  await expect(page).toHaveURL('/register');
  await settle(page.request, person);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible();
  await page.getByRole('button', { name: 'Close the welcome' }).click();
  await page.reload();
  await expect(userMenu(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your services', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toHaveCount(0);
});

test('a browser without any storage says what sign-in needs, in the language of the page', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
    for (const name of ['getItem', 'setItem', 'removeItem', 'key', 'clear']) Object.defineProperty(Storage.prototype, name, { value: refuse });
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${identityUrl}/`) && request.isNavigationRequest()) asked.push(request.url());
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Español' }).click();
  await loginButton(page, words.es).click();
  await expect(heading(page, 'Su navegador bloquea el inicio de sesión')).toBeVisible();
  await expect(page.getByText('permita las cookies y los datos de este sitio')).toBeVisible();
  await page.goto('/dashboard');
  await expect(heading(page, 'Your browser blocks sign-in')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'Your browser blocks sign-in')).toBeVisible();
  expect(asked).toEqual([]);
});

for (const state of ['full', 'forbidden']) {
  test(`local storage that is ${state} keeps nobody out, also when the session ends`, async ({ page, context }) => {
    // Also in the window that signs in again.
    await context.addInitScript((how) => {
      if (how === 'full') {
        const set = Storage.prototype.setItem;
        Storage.prototype.setItem = function (this: Storage, key: string, value: string) {
          if (this === window.localStorage) throw new DOMException('full', 'QuotaExceededError');
          set.call(this, key, value);
        };
      } else {
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('forbidden', 'SecurityError');
          },
        });
      }
    }, state);
    await openSignIn(page);
    await signIn(page, 'business@example.com');
    await expect(page).toHaveURL('/dashboard');
    await expect(userMenu(page)).toContainText('Ben');
    // A read that is still on its way would open the dialog before the click.
    await page.waitForLoadState('networkidle');

    await expireSession(page);
    await page.getByRole('link', { name: 'Address book' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(dialog).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    const opened = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Sign in again' }).click();
    await opened;
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/addressbook');
    await expect(heading(page, 'Address book')).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
}
