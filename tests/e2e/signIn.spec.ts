import { codeSentTo, identityUrl, messagesTo, signIn } from './support/identityProvider';
import { heading, loginButton, openSignIn, registered, settled, signOut, userMenu } from './support/portal';
import { expect, test } from './support/test';

test('a wrong password is refused and the right one lets in', async ({ page }) => {
  const person = await registered(page.request);
  await openSignIn(page);
  await signIn(page, person.email, 'not the password');
  await expect(page.getByRole('alert')).toContainText('The email address or the password is not right.');
  expect(page.url()).toContain(identityUrl);
  await signIn(page, person.email, person.password);
  await expect(page).toHaveURL('/dashboard');
});

test('a sample person is one click away', async ({ page }) => {
  await openSignIn(page);
  await page.getByRole('button', { name: /business@example\.com/ }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(userMenu(page)).toContainText('Ben Whitehorse');
});

test('a deep link is remembered through the sign-in', async ({ page }) => {
  await page.goto('/profile/contact');
  await expect(page).toHaveURL(new RegExp(`^${identityUrl}/`));
  await signIn(page, 'resident@example.com');
  await expect(page).toHaveURL('/profile/contact');
});

test('a remembered address of another host leads to the dashboard', async ({ page }) => {
  await page.goto('/');
  // Only a browser reads the backslash as the host's second slash.
  await page.evaluate(() => localStorage.setItem('saguaro.returnUrl', '/\\evil.example'));
  await loginButton(page).click();
  await signIn(page, 'resident@example.com');
  await expect(page).toHaveURL('/dashboard');
});

test('cancelling at the provider leads back to the landing page', async ({ page }) => {
  await openSignIn(page);
  await page.getByRole('link', { name: 'Cancel and return to the portal' }).click();
  await expect(page).toHaveURL('/');
  await expect(loginButton(page)).toBeVisible();
});

test('a forgotten password is replaced by way of a code', async ({ page }) => {
  const person = await registered(page.request);
  await openSignIn(page);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(heading(page, 'Reset your password')).toBeVisible();
  await page.getByLabel('Email address').fill(person.email);
  const before = await messagesTo(page.request, person.email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await page.getByLabel('Code').fill(await codeSentTo(page.request, person.email, before));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('New password').fill('palo verde at noon');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page).toHaveURL('/dashboard');

  await signOut(page);
  await openSignIn(page);
  await signIn(page, person.email, person.password);
  await expect(page.getByRole('alert')).toContainText('The email address or the password is not right.');
  await signIn(page, person.email, 'palo verde at noon');
  await expect(page).toHaveURL('/dashboard');
});

test('signing out in one tab signs out the other', async ({ page, context }) => {
  await settled(page);
  const other = await context.newPage();
  await other.goto('/profile/contact');
  await expect(userMenu(other)).toBeVisible();
  await signOut(page);
  await expect(userMenu(other)).toBeHidden();
  const keptTokens = await other.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oidc.user')));
  expect(keptTokens).toEqual([]);
});

test('both tokens go to the portal and to nobody else', async ({ page }) => {
  const withTokens = new Set<string>();
  page.on('request', (request) => {
    if (request.headers()['id_token']) withTokens.add(new URL(request.url()).origin);
  });
  await settled(page);
  expect([...withTokens]).toEqual([new URL(page.url()).origin]);
});
