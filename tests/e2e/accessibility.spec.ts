import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { deleteSignIn, identityUrl, signIn, signUp, stranger } from './support/identityProvider';
import { callAs, heading, loginButton, openSignIn, register, settle, userMenu } from './support/portal';
import { words, type Language, type Words } from './support/words';

/** Like `settled` of support/portal, in a language. */
async function arrive(page: Page, say: Words) {
  const person = stranger();
  await openSignIn(page, say);
  await signUp(page, person, say);
  await expect(page).toHaveURL('/register');
  return person;
}

for (const language of Object.keys(words) as Language[]) {
  test.describe(`in ${language}`, () => {
    const say = words[language];
    test.use({ locale: say.locale });
    // Each state is looked at twice, and axe takes its time.
    test.setTimeout(240_000);

    test('pages of a visitor', async ({ page }) => {
      await page.goto('/');
      await expect(loginButton(page, say)).toBeVisible();
      await expectAccessible(page, 'landing page');
      await page.goto('/error');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page, 'error page');
      await page.route('**/configuration*', (route) => route.abort());
      await page.route('**/configuration/', (route) => route.abort());
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page, 'no configuration');
    });

    test('pages of the identity provider', async ({ page }) => {
      await openSignIn(page, say);
      await expectAccessible(page, 'sign in');
      await signIn(page, 'nobody@example.org', 'wrong', say);
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page, 'sign in, refused');
      await page.getByRole('link', { name: say.createAccount }).click();
      await expectAccessible(page, 'sign up');
      await page.goto(`${identityUrl}/outbox`);
      await expectAccessible(page, 'outbox');
    });

    test('registration and terms', async ({ page }) => {
      const person = await arrive(page, say);
      await expectAccessible(page, 'what registering takes');
      await page.goto('/register/identification');
      await expect(heading(page, say.whoYouAre)).toBeVisible();
      await expectAccessible(page, 'registration');
      await page.getByRole('button', { name: say.continue }).click();
      await expect(page.getByRole('alert').first()).toBeFocused();
      await expectAccessible(page, 'registration, refused');
      await register(page, person, say);

      await expect(page).toHaveURL('/profile/termsandconditions');
      await expect(heading(page, say.terms)).toBeVisible();
      await expectAccessible(page, 'terms');
      await page.getByRole('button', { name: say.decline, exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'terms, asked whether to decline');
      await page.keyboard.press('Escape');
      await callAs(page.request, person.email, 'PUT', '/api/profile/termsandconditions/decline', {
        version: ((await callAs(page.request, person.email, 'GET', '/api/profile/termsandconditions')) as { version: string }).version,
      });
      await page.reload();
      await expect(heading(page, say.terms)).toBeVisible();
      await expectAccessible(page, 'terms, declined before');
      await page.getByRole('button', { name: say.accept, exact: true }).click();

      await expect(page).toHaveURL('/profile/contact');
      await expect(heading(page, say.contact)).toBeVisible();
      await expectAccessible(page, 'contact preferences, first time');
    });

    test('pages of a resident', async ({ page }) => {
      const person = await arrive(page, say);
      await settle(page.request, person);
      await page.goto('/dashboard');
      await expect(userMenu(page)).toContainText('Elena');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page, 'dashboard');
      await userMenu(page).click();
      await expectAccessible(page, 'user menu');
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 390, height: 900 });
      await page.locator('.hamburger').click();
      await expectAccessible(page, 'main menu');

      await page.goto('/profile/termsandconditions');
      await expect(heading(page, say.terms)).toBeVisible();
      await expectAccessible(page, 'terms, accepted');

      await page.goto('/profile/contact');
      await page.locator('#email').fill('nonsense');
      await page.getByRole('button', { name: say.save }).click();
      await expect(page.getByRole('alert').first()).toBeFocused();
      await expectAccessible(page, 'contact preferences, refused');
      await page.locator('#email').fill(person.email);
      await page.locator('#text').fill('602 555 0142');
      await page.getByRole('button', { name: say.save }).click();
      const number = page.locator('.address').filter({ hasText: '555' });
      await expect(number).toBeVisible();
      await expectAccessible(page, 'contact preferences, saved');
      await number.getByRole('button').click();
      await expect(page.locator('#text-code')).toBeVisible();
      await expectAccessible(page, 'contact preferences, code sent');

      await page.goto('/governmentsearch');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page, 'no access');

      await page.goto('/profile/contact');
      await expect(heading(page, say.contact)).toBeVisible();
      await page.route('**/oauth2/token', (route) => route.fulfill({ status: 400, json: { error: 'invalid_grant' } }));
      await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { message: 'Unauthorized' } }));
      await page.getByRole('button', { name: say.save }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'session ended');
    });

    test('states of waiting and of failure', async ({ page }) => {
      const person = await arrive(page, say);
      await settle(page.request, person);
      await page.route('**/api/profile/contactpreferences', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'x', requestId: 'x' } }));
      await page.goto('/profile/contact');
      await expect(heading(page, say.contact)).toBeVisible();
      await expectAccessible(page, 'contact preferences that cannot be read');
      await page.route('**/api/users', () => new Promise(() => undefined));
      await page.goto('/dashboard');
      await expect(page.getByRole('status').first()).toBeVisible();
      await expectAccessible(page, 'loading');
    });

    test('an earlier registration', async ({ page }) => {
      const person = await arrive(page, say);
      await settle(page.request, person);
      await deleteSignIn(page, person.password);
      await page.goto('/');
      await page.evaluate(() => localStorage.clear());
      await openSignIn(page, say);
      await signUp(page, person, say);
      await expect(page).toHaveURL('/register');
      await page.goto('/register/identification');
      await expect(page.locator('#link-title')).toBeVisible();
      await expectAccessible(page, 'offer to link');
    });

    test('pages of staff', async ({ page }) => {
      await openSignIn(page, say);
      await signIn(page, 'admin@example.com', 'saguaro', say);
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page, 'dashboard of staff');
      for (const path of ['/governmentsearch', '/adminuserservices']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page, path);
      }
    });
  });
}
