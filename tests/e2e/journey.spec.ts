import { codeSentTo, deleteSignIn, messagesTo, signIn, signUp, signUpElsewhere, stranger } from './support/identityProvider';
import { answerAs, expireSession, hasAcceptedAnOlderVersion, heading, newcomer, openSignIn, register, settle, settled, signedUp, signOut, userMenu } from './support/portal';
import { expect, test } from './support/test';
import { words } from './support/words';

// The longer words on the narrowest screen; each page is looked at in every language at every width elsewhere.
for (const [language, width] of [['en', 1280], ['es', 320]] as const) {
  test.describe(`in ${language} at ${width} px`, () => {
    const say = words[language];
    test.use({ locale: say.locale, viewport: { width, height: 900 } });

    test('a resident signs up, registers, accepts, chooses, signs out and in again', async ({ page }) => {
      const person = stranger();
      await openSignIn(page, say);
      await signUp(page, person, say);

      await expect(page).toHaveURL('/register');
      await page.getByRole('link', { name: say.continue }).click();
      await expect(heading(page, say.whoYouAre)).toBeVisible();
      await register(page, person, say);

      await expect(page).toHaveURL('/profile/termsandconditions');
      await expect(heading(page, say.terms)).toBeVisible();
      await page.getByRole('button', { name: say.accept, exact: true }).click();

      await expect(page).toHaveURL('/profile/contact');
      await expect(heading(page, say.contact)).toBeVisible();
      await page.getByRole('button', { name: say.save }).click();

      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Elena');
      await expect(page.locator('html')).toHaveAttribute('lang', language);

      await signOut(page, say);
      await openSignIn(page, say);
      await signIn(page, person.email, person.password, say);
      await expect(page).toHaveURL('/dashboard');
    });
  });
}

test('registration says what is missing, leads to the field and keeps what was typed across a reload', async ({ page }) => {
  await signedUp(page);
  await page.goto('/register/identification');
  await page.getByLabel('Legal first name').fill('  Elena  María ');
  await page.getByLabel('Legal last name').fill('');
  await page.getByRole('button', { name: 'Continue' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There are 3 problems with this page' });
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: 'Enter your legal last name' }).click();
  await expect(page.getByLabel('Legal last name')).toBeFocused();

  await page.reload();
  await expect(page.getByLabel('Legal first name')).toHaveValue('  Elena  María ');
});

test('registration begins with the name of the sign-in, and its answers are checked before they are final', async ({ page }) => {
  const person = await signedUp(page);
  await page.goto('/register/identification');
  await expect(page.getByLabel('Legal first name')).toHaveValue(person.givenName);
  await expect(page.getByLabel('Legal last name')).toHaveValue(person.familyName);
  await page.getByLabel('Legal last name').fill('evil.com');
  await page.getByLabel('Month').selectOption('3');
  await page.getByLabel('Day', { exact: true }).fill('9');
  await page.getByLabel('Year', { exact: true }).fill('1988');
  await page.getByLabel('County').selectOption({ label: 'I live outside Arizona' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').getByRole('link', { name: 'A name cannot be a web address.' }).click();
  await expect(page.getByLabel('Legal last name')).toBeFocused();
  await page.getByLabel('Legal last name').fill("O'Brien-Núñez");
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(heading(page, 'Check your answers')).toBeFocused();
  await expect(page.locator('main')).toContainText('March 9, 1988');
  await expect(page.locator('main')).toContainText('I live outside Arizona');
  await page.getByRole('link', { name: 'Change Date of birth' }).click();
  await expect(page.getByLabel('Month')).toBeFocused();
  await page.getByLabel('Year', { exact: true }).fill('1989');
  await page.goBack();
  await expect(page.locator('main')).toContainText('March 9, 1989');
  await page.reload();
  await expect(page.locator('main')).toContainText('March 9, 1989');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL('/profile/termsandconditions');
});

test('who is too young is refused for the day, and nothing typed stays', async ({ page }) => {
  const person = await signedUp(page);
  const wholeForm = async (year: number) => {
    await page.goto('/register/identification');
    await expect(page.getByLabel('Year', { exact: true })).toHaveValue('');
    await page.getByLabel('Legal first name').fill(person.givenName);
    await page.getByLabel('Month').selectOption('3');
    await page.getByLabel('Day', { exact: true }).fill('9');
    await page.getByLabel('Year', { exact: true }).fill(String(year));
    await page.getByLabel('County').selectOption('pima');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Register', exact: true }).click();
  };
  await wholeForm(new Date().getFullYear() - 8);
  await expect(heading(page, 'You cannot register')).toBeFocused();
  await wholeForm(1988);
  await expect(heading(page, 'You cannot register')).toBeFocused();
});

test('before the terms are accepted no address leads past them, and the portal answers nothing', async ({ page }) => {
  const person = await signedUp(page);
  await page.goto('/register/identification');
  await register(page, person);
  await expect(page).toHaveURL('/profile/termsandconditions');
  for (const path of ['/', '/connections', '/connections/adot-mvd-vehicle', '/messages', '/businessapplications/dashboard']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/profile/termsandconditions');
  }
  await page.getByRole('banner').getByRole('link', { name: 'Saguaro' }).click();
  await expect(page).toHaveURL('/profile/termsandconditions');
  const refused = await answerAs(page.request, person.email, 'GET', '/api/subscriptions');
  expect([refused.status(), await refused.json()]).toEqual([403, expect.objectContaining({ code: 'termsNotAccepted' })]);

  await page.getByRole('button', { name: 'I accept', exact: true }).click();
  await expect(page).toHaveURL('/profile/contact');
  expect((await answerAs(page.request, person.email, 'GET', '/api/subscriptions')).status()).toBe(200);
});

test('terms that came into force later are asked about again, and the page that was asked for comes afterwards', async ({ page }) => {
  const person = await newcomer(page);
  await hasAcceptedAnOlderVersion(page.request, person.email);
  await page.goto('/connections');
  await expect(page).toHaveURL('/profile/termsandconditions');
  await page.getByRole('button', { name: 'I accept', exact: true }).click();
  await expect(page).toHaveURL('/connections');
});

test('declining the terms signs out, is remembered, and can be changed', async ({ page }) => {
  const person = await signedUp(page);
  await page.goto('/register/identification');
  await register(page, person);
  await page.getByRole('button', { name: 'I decline' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline and sign out' }).click();
  await expect(page).toHaveURL('/terms/declined');
  await expect(heading(page, 'You declined the terms and conditions')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Search business names' }).click();
  await expect(page).toHaveURL('/businessapplications/plan');

  await openSignIn(page);
  await signIn(page, person.email, person.password);
  await expect(page).toHaveURL('/profile/termsandconditions');
  await expect(page.getByText('You declined these terms on')).toBeVisible();
  await page.getByRole('button', { name: 'I accept', exact: true }).click();
  await expect(page).toHaveURL('/profile/contact');
});

test('a mobile number is verified with the code that was sent to it', async ({ page }) => {
  await settled(page, '/profile/contact');
  const digits = String(1000 + Math.floor(Math.random() * 9000));
  await page.getByLabel('Mobile number').fill(`602 555 ${digits}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('We saved your contact preferences.')).toBeVisible();

  const number = page.locator('.address').filter({ hasText: digits });
  await expect(number).toContainText('Not verified');
  await number.getByRole('button', { name: 'Send code' }).click();
  const code = await codeSentTo(page.request, `+1602555${digits}`);
  await number.getByLabel('6-digit code').fill(code === '000000' ? '000001' : '000000');
  await number.getByRole('button', { name: 'Confirm code' }).click();
  await expect(number.getByLabel('6-digit code')).toBeFocused();
  await number.getByLabel('6-digit code').fill(code);
  await number.getByRole('button', { name: 'Confirm code' }).click();
  await expect(number.getByText('Verified', { exact: true })).toBeVisible();
});

test('security notices cannot be switched off, others can', async ({ page }) => {
  await settled(page, '/profile/contact');
  await expect(page.getByLabel('Security: Email')).toBeDisabled();
  await expect(page.getByLabel('Security: Email')).toBeChecked();
  await page.getByLabel('News: Email').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('We saved your contact preferences.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('News: Email')).not.toBeChecked();
});

test('an identity that was made anew gets its registration back with a code, and not without', async ({ page }) => {
  const person = await settled(page);
  await deleteSignIn(page, person.password);
  await page.goto('/');
  await page.evaluate(() => localStorage.clear());
  await openSignIn(page);
  await signUp(page, person);
  await expect(page).toHaveURL('/register');
  await page.goto('/register/identification');

  const offer = page.getByRole('region', { name: 'You may already be registered' });
  const before = await messagesTo(page.request, person.email);
  await offer.getByRole('button', { name: 'Send code' }).click();
  const code = await codeSentTo(page.request, person.email, before);
  await offer.getByLabel('6-digit code').fill(code === '000000' ? '000001' : '000000');
  await offer.getByRole('button', { name: 'Confirm code' }).click();
  // Only then is the next answer asked for: while one is on its way, the button does nothing.
  await expect(offer.getByText('This is not the code we sent')).toBeVisible();
  await expect(page).toHaveURL('/register/identification');
  await offer.getByLabel('6-digit code').fill(code);
  await offer.getByRole('button', { name: 'Confirm code' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(userMenu(page)).toContainText('Elena');
});

test('a session that ends keeps what was typed until its owner is back', async ({ page }) => {
  await settled(page, '/profile/contact');
  await page.getByLabel('Mobile number').fill('602 555 0188');
  await expireSession(page);
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toBeVisible();
  await expect(page.getByLabel('Mobile number')).toHaveValue('602 555 0188');

  await page.unrouteAll({ behavior: 'wait' });
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Mobile number')).toHaveValue('602 555 0188');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('We saved your contact preferences.')).toBeVisible();
});

test('a draft is shown to its owner only', async ({ page }) => {
  await signedUp(page);
  await page.goto('/register/identification');
  await page.getByLabel('Legal last name').fill('Private');
  const another = stranger();
  await signUpElsewhere(another);
  await signOut(page);
  await openSignIn(page);
  await signIn(page, another.email, another.password);
  await expect(page).toHaveURL('/register');
  await page.goto('/register/identification');
  await expect(page.getByLabel('Legal last name')).toHaveValue(another.familyName);
});

test('two registrations at once are one', async ({ page }) => {
  const person = await signedUp(page);
  await Promise.all([settle(page.request, person), page.goto('/register/identification')]);
  await page.goto('/register/identification');
  await expect(page).toHaveURL('/dashboard');
});
