import type { BrowserContext, Page } from '@playwright/test';
import { codeSentTo, identityUrl, messagesTo, signIn } from './support/identityProvider';
import { heading, loginButton, openSignIn, registered, settled, signOut, userMenu } from './support/portal';
import { expect, test } from './support/test';
import { words } from './support/words';

test('a wrong password is refused and the right one lets in', async ({ page }) => {
  const person = await registered(page.request);
  await openSignIn(page);
  await signIn(page, person.email, 'not the password');
  await expect(page.getByRole('alert')).toContainText('The email address or password is wrong.');
  expect(page.url()).toContain(identityUrl);
  await signIn(page, person.email, person.password);
  await expect(page).toHaveURL('/dashboard');
});

test('the provider speaks the language of the page that leads there', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Español' }).click();
  await loginButton(page, words.es).click();
  await expect(page.getByRole('button', { name: words.es.signIn, exact: true })).toBeVisible();
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
  await expect(page.getByRole('alert')).toContainText('The email address or password is wrong.');
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

test.describe('an answer of the identity provider to another request', () => {
  const rosa = { email: 'resident@example.com', name: 'Rosa Delgado' };
  const ben = { email: 'business@example.com', name: 'Ben Whitehorse' };
  type SamplePerson = typeof rosa;

  /** The codes that are redeemed from now on. */
  const usedCodes = (context: BrowserContext): string[] => {
    const codes: string[] = [];
    context.on('request', (request) => {
      const code = new URLSearchParams(request.postData() ?? '').get('code');
      if (request.url().endsWith('/oauth2/token') && code) codes.push(code);
    });
    return codes;
  };

  /** Sees whose session it is, on the page and by the tokens that are kept. */
  async function expectSessionOf(page: Page, person: SamplePerson): Promise<void> {
    await expect(page).toHaveURL('/dashboard');
    await expect(heading(page, `Welcome back, ${person.name.split(' ')[0]}`)).toBeVisible();
    const emails = await page.evaluate(() =>
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('oidc.user'))
        .map(([, value]) => (JSON.parse(value) as { profile: { email: string } }).profile.email),
    );
    expect(emails).toEqual([person.email]);
  }

  /**
   * Two tabs of one browser: Rosa is signed in in the first, the second shows the provider's sign-in page, which the
   * second tab itself asked for or which is a bookmark of a page that another tab asked for.
   */
  async function openTwoTabs(context: BrowserContext, asked: 'itself' | 'another'): Promise<{ first: Page; second: Page }> {
    const [first, asking] = [await context.newPage(), await context.newPage()];
    await openSignIn(asking);
    const second = asked === 'itself' ? asking : await context.newPage();
    if (second !== asking) await second.goto(asking.url());
    await openSignIn(first);
    await signIn(first, rosa.email);
    await expectSessionOf(first, rosa);
    // The sign-in made the provider's older forms void.
    await second.reload();
    return { first, second };
  }

  test('after the way back signs in whoever typed the password', async ({ page, context }) => {
    const codes = usedCodes(context);
    await openSignIn(page);
    await signIn(page, rosa.email);
    await expectSessionOf(page, rosa);
    // The first step back leads to the root, which is loaded anew.
    const loaded = page.waitForEvent('load');
    await page.goBack();
    await loaded;
    await expectSessionOf(page, rosa);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`^${identityUrl}/`));
    await signIn(page, ben.email);
    await expectSessionOf(page, ben);
    expect(codes).toHaveLength(2);
  });

  test('from a bookmark signs in a visitor', async ({ page, context }) => {
    await openSignIn(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await signIn(other, ben.email);
    await expectSessionOf(other, ben);
  });

  test('from a bookmark beside somebody else signs in whoever typed the password, in both tabs', async ({ context }) => {
    const { first, second } = await openTwoTabs(context, 'another');
    await signIn(second, ben.email);
    await expectSessionOf(second, ben);
    await expect(first.getByText(rosa.name)).toHaveCount(0);
  });

  test('from a bookmark that is cancelled keeps whoever the provider knows', async ({ context }) => {
    const { second } = await openTwoTabs(context, 'another');
    await second.getByRole('link', { name: 'Cancel and return to the portal' }).click();
    await expectSessionOf(second, rosa);
  });

  test('is none of two tabs that asked for themselves: the last to sign in stays', async ({ context }) => {
    const { first, second } = await openTwoTabs(context, 'itself');
    await signIn(second, ben.email);
    await expectSessionOf(second, ben);
    await expect(first.getByText(rosa.name)).toHaveCount(0);
  });

  for (const [place, leave] of [
    ['the sign-in page', () => Promise.resolve()],
    ['the second factor', (page: Page) => signIn(page, 'support@example.com')],
    ['the page for a new password', (page: Page) => page.getByRole('link', { name: 'Forgot your password?' }).click()],
  ] as const) {
    test(`that a visitor cancels at ${place} never leads into the session of another tab`, async ({ context }) => {
      const { first, second } = await openTwoTabs(context, 'itself');
      await leave(second);
      await second.getByRole('link', { name: 'Cancel and return to the portal' }).click();
      await expect(second).toHaveURL('/');
      await expect(loginButton(second)).toBeVisible();
      await expect(first.getByText(rosa.name)).toHaveCount(0);
      await second.reload();
      await expect(loginButton(second)).toBeVisible();
    });
  }

  test('without tokens ends the session of somebody else', async ({ context }) => {
    const { first, second } = await openTwoTabs(context, 'itself');
    await second.route('**/oauth2/token', (route) => route.fulfill({ json: {} }));
    await signIn(second, ben.email);
    await expect(heading(second, 'Page Not Found - Internal Server Error')).toBeVisible();
    await expect(loginButton(second)).toBeVisible();
    await expect(first.getByText(rosa.name)).toHaveCount(0);
    await second.unroute('**/oauth2/token');
    await second.getByRole('link', { name: 'Home' }).click();
    await expectSessionOf(second, ben);
  });

  test('is not the own answer loaded again, but is one that another tab used', async ({ page, context }) => {
    const codes = usedCodes(context);
    const answer = page.waitForRequest(/\/signin-callback\?code=/);
    await openSignIn(page);
    await signIn(page, rosa.email);
    await expectSessionOf(page, rosa);
    const used = (await answer).url();
    await page.goto(used);
    await expectSessionOf(page, rosa);
    expect(codes).toHaveLength(1);

    const other = await context.newPage();
    await other.goto(used);
    await expectSessionOf(other, rosa);
    expect(codes).toHaveLength(2);
    expect(codes[1]).not.toBe(codes[0]);
  });

  test('in a link from outside is not redeemed', async ({ page, context }) => {
    const codes = usedCodes(context);
    const link = '/signin-callback?code=made-up&state=made-up';
    await page.goto(link);
    await expect(page).toHaveURL(new RegExp(`^${identityUrl}/`));
    await signIn(page, rosa.email);
    await expectSessionOf(page, rosa);
    await page.goto(link);
    await expectSessionOf(page, rosa);
    expect(codes).toHaveLength(2);
    expect(codes).not.toContain('made-up');
  });

  test('a second time in a row asks before the next sign-in', async ({ page }) => {
    let begun = 0;
    await page.route('**/oauth2/authorize?*', (route) => {
      begun += 1;
      return route.fulfill({ status: 302, headers: { Location: `${new URL(page.url()).origin}/signin-callback?code=made-up&state=made-up` } });
    });
    await page.goto('/signin-callback?code=made-up&state=made-up');
    await expect(heading(page, 'You are not signed in yet')).toBeVisible();
    expect(begun).toBe(1);
    await page.unroute('**/oauth2/authorize?*');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await signIn(page, ben.email);
    await expectSessionOf(page, ben);
  });
});
