import { expect, test, type Locator, type Page } from '@playwright/test';
import { answerWith, type Answer } from './support/answers';
import { bringAxe, expectAccessible, expectRoomForLargeText } from './support/axe';
import { identityUrl, signIn } from './support/identityProvider';
import { heading, loginButton, openSignIn, userMenu } from './support/portal';
import { words, type Language, type Words } from './support/words';

/** One thing that a person can have before them. */
interface State {
  name: string;
  /** Where it is; without one, on the page of the state before. */
  path?: string;
  /** How the server's answers differ from those that the person would get. */
  answers?: Record<string, Answer>;
  /** What shows that the page has arrived; its heading unless said otherwise. */
  arrived?: (page: Page) => Locator;
  /** What the person does there. */
  then?: (page: Page) => Promise<void>;
}

// Not the heading of the loading screen.
const level1 = (page: Page) => page.locator('h1.page-heading');
const dialog = (page: Page) => page.getByRole('dialog');
const summary = (page: Page) => page.getByRole('alert').first();
const phone = { width: 390, height: 900 };

async function openHelp(page: Page): Promise<void> {
  await page.locator('.help-link').first().click();
  await expect(page.frameLocator('.help-panel__frame').getByRole('heading', { level: 1 })).toBeVisible();
}

const visitorStates = (say: Words): State[] => [
  { name: 'landing page', path: '/', arrived: (page) => loginButton(page, say) },
  {
    name: 'second slide of the carousel',
    then: async (page) => {
      await page.locator('.carousel__control').last().click();
      await expect(page.locator('.slide').nth(1)).toBeVisible();
    },
  },
  { name: 'help of the landing page open', then: openHelp },
  { name: 'landing page without Business One Stop', path: '/', answers: { '/configuration/': (json) => ({ ...json, businessOneStop: { ...(json.businessOneStop as object), isVisible: false } }) } },
  { name: 'planning a business', path: '/businessapplications/plan' },
  { name: 'error page', path: '/error' },
  { name: 'privacy notice', path: '/privacy' },
  { name: 'terms to read', path: '/terms' },
  { name: 'unsubscribe link that does not work', path: '/unsubscribe', arrived: (page) => page.locator('.usa-alert') },
  {
    name: 'unsubscribe link',
    path: '/unsubscribe?token=x',
    answers: { '/api/profile/unsubscribe?token=x': { kind: 'reminders', channel: 'email', sentTo: 'r•••@example.com', isSubscribed: true } },
    arrived: (page) => page.locator('.unsubscribe'),
  },
  { name: 'no configuration', path: '/', answers: { '/configuration': 503, '/configuration/': 503 } },
];

const newcomerStates = (say: Words): State[] => [
  { name: 'what registering takes', path: '/register' },
  { name: 'registration', path: '/register/identification' },
  {
    name: 'registration, refused',
    then: async (page) => {
      await page.getByRole('button', { name: say.continue }).click();
      await expect(summary(page)).toBeFocused();
    },
  },
  {
    name: 'offer to link an earlier registration',
    path: '/register/identification',
    answers: { '/api/users/registered': (json) => ({ ...json, canLink: true }) },
    arrived: (page) => page.locator('#link-title'),
  },
  {
    name: 'registration without its list of counties',
    path: '/register/identification',
    answers: { '/api/lookups/counties': 503 },
  },
];

const residentStates = (say: Words): State[] => [
  { name: 'dashboard', path: '/dashboard' },
  {
    name: 'user menu open',
    then: async (page) => {
      await userMenu(page).click();
      await expect(page.getByRole('button', { name: say.logout })).toBeVisible();
    },
  },
  {
    name: 'main menu open',
    then: async (page) => {
      await page.keyboard.press('Escape');
      await page.setViewportSize(phone);
      await page.locator('.hamburger').click();
      await expect(page.locator('.main-menu')).toBeVisible();
    },
  },
  {
    name: 'help open',
    then: async (page) => {
      await page.keyboard.press('Escape');
      await openHelp(page);
    },
  },
  {
    name: 'asked whether they are still there',
    path: '/dashboard',
    answers: { '/configuration/': (json) => ({ ...json, userIdleTimeout: 2 }) },
    then: (page) => expect(dialog(page)).toBeVisible(),
  },
  {
    name: 'without a network',
    path: '/dashboard',
    then: async (page) => {
      await page.context().setOffline(true);
      await expect(page.locator('.offline')).toBeVisible();
    },
  },
  {
    name: 'dashboard of somebody with a long name and a step to take',
    path: '/dashboard',
    answers: {
      '/api/users': (json) => ({ ...json, displayName: 'Maximiliana-Guadalupe Echeverría-Montenegro de la Santísima Trinidad y Velázquez' }),
      '/api/profile/contactpreferences': (json) => ({ ...json, addresses: [{ channel: 'email', address: 'resident@example.com', isVerified: false, verifiedAt: null, status: 'usable', statusAt: null }] }),
    },
    arrived: (page) => page.locator('.checklist .usa-link').first(),
  },
  { name: 'dashboard that cannot be read', path: '/dashboard', answers: { '/api/profile/contactpreferences': 503 } },
  { name: 'terms, accepted', path: '/profile/termsandconditions' },
  {
    name: 'terms, asked whether to decline',
    then: async (page) => {
      await page.locator('.decision .usa-button--outline').click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    name: 'terms, declined before',
    path: '/profile/termsandconditions',
    answers: {
      '/api/users': (json) => ({ ...json, postLoginAction: 3 }),
      '/api/profile/termsandconditions': (json) => ({ ...json, decision: { version: json.version, outcome: 'declined', decidedAt: '2026-11-20T17:00:00Z' } }),
    },
  },
  { name: 'terms that cannot be read', path: '/profile/termsandconditions', answers: { '/api/profile/termsandconditions': 503 } },
  {
    name: 'contact preferences, first time',
    path: '/profile/contact',
    answers: {
      '/api/users': (json) => ({ ...json, postLoginAction: 4 }),
      '/api/profile/contactpreferences': (json) => ({ ...json, savedAt: null }),
    },
  },
  {
    name: 'contact preferences, just saved',
    path: '/profile/contact',
    then: async (page) => {
      await page.getByRole('button', { name: say.save }).click();
      await expect(page.locator('[data-sonner-toast]')).toBeVisible();
    },
  },
  {
    name: 'contact preferences, refused',
    then: async (page) => {
      await page.locator('#email').fill('nonsense');
      await page.getByRole('button', { name: say.save }).click();
      await expect(summary(page)).toBeFocused();
    },
  },
  {
    name: 'contact preferences, code sent',
    path: '/profile/contact',
    answers: {
      '/api/profile/contactpreferences': (json) => ({
        ...json,
        addresses: [{ channel: 'email', address: 'resident@example.com', isVerified: false, verifiedAt: null, status: 'usable', statusAt: null }],
      }),
      '/api/profile/contactpreferences/verification': { channel: 'email', sentTo: 'r•••@example.com', expiresAt: '2099-01-01T00:00:00Z' },
    },
    then: async (page) => {
      // A draft of what was refused may be there.
      await page.locator('#email').fill('resident@example.com');
      await page.locator('.address').getByRole('button').click();
      await expect(page.locator('#email-code')).toBeVisible();
    },
  },
  {
    name: 'contact preferences with addresses that cannot be used',
    path: '/profile/contact',
    answers: {
      '/api/profile/contactpreferences': (json) => ({
        ...json,
        emailFrequency: 'daily',
        quietHours: { start: '21:00', end: '07:00' },
        addresses: [
          { channel: 'email', address: 'resident@example.com', isVerified: true, verifiedAt: null, status: 'bounced', statusAt: '2026-11-20T17:00:00Z' },
          { channel: 'text', address: '+16025550123', isVerified: true, verifiedAt: null, status: 'stopped', statusAt: '2026-11-20T17:00:00Z' },
        ],
      }),
    },
    arrived: (page) => page.locator('.tag--bad').first(),
  },
  { name: 'contact preferences that cannot be read', path: '/profile/contact', answers: { '/api/profile/contactpreferences': 503 } },
  { name: 'page that breaks', path: '/profile/contact', answers: { '/api/profile/contactpreferences': {} }, arrived: (page) => page.getByRole('button', { name: say.tryAgain }) },
  { name: 'shell that breaks', path: '/dashboard', answers: { '/api/users': (json) => ({ ...json, menuItems: [null] }) }, arrived: (page) => page.getByRole('button', { name: say.tryAgain }) },
  { name: 'no access', path: '/governmentsearch' },
  { name: 'loading', path: '/dashboard', answers: { '/api/users': 'never' }, arrived: (page) => page.locator('.loading-screen') },
  {
    name: 'session ended',
    path: '/profile/contact',
    then: async (page) => {
      await page.route('**/oauth2/token', (route) => route.fulfill({ status: 400, json: { error: 'invalid_grant' } }));
      await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { message: 'Unauthorized' } }));
      await page.getByRole('button', { name: say.save }).click();
      await expect(dialog(page)).toBeVisible();
    },
  },
];

const staffStates: State[] = [
  { name: 'dashboard of staff', path: '/dashboard' },
  { name: 'government search', path: '/governmentsearch' },
  { name: 'user services', path: '/adminuserservices' },
];

/** Brings the page into each state in turn and looks at it. */
async function lookAt(page: Page, states: State[]): Promise<void> {
  for (const { name, path, answers = {}, arrived = level1, then } of states) {
    await test.step(name, async () => {
      await answerWith(page, answers);
      if (path) await page.goto(path);
      await expect(arrived(page)).toBeVisible();
      await then?.(page);
      // Cards that still load push what is below them while axe looks.
      await expect(page.locator('.service-card').getByRole('status')).toHaveCount(0);
      await expectAccessible(page, name);
      await page.context().setOffline(false);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  }
}

async function signInAs(page: Page, email: string, say: Words): Promise<void> {
  await openSignIn(page, say);
  await page.getByRole('button', { name: email }).click();
  await expect(userMenu(page)).toBeVisible();
}

test.beforeEach(({ context }) => bringAxe(context));

for (const language of Object.keys(words) as Language[]) {
  test.describe(`in ${language}`, () => {
    const say = words[language];
    test.use({ locale: say.locale });
    test.setTimeout(240_000);

    test('what a resident sees', async ({ page }) => {
      await signInAs(page, 'resident@example.com', say);
      await lookAt(page, residentStates(say));
    });

    test('what a visitor sees', async ({ page }) => {
      await lookAt(page, visitorStates(say));
    });

    test('what somebody sees who is not registered yet', async ({ page }) => {
      await signInAs(page, 'new@example.com', say);
      await lookAt(page, newcomerStates(say));
    });

    test('what staff see', async ({ page }) => {
      await signInAs(page, 'admin@example.com', say);
      await lookAt(page, staffStates);
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

    test('text of twice the size', async ({ page }) => {
      const check = async (path: string) => {
        await page.goto(path);
        await expect(level1(page)).toBeVisible();
        for (const width of [1280, 640]) {
          await page.setViewportSize({ width, height: 900 });
          await expectRoomForLargeText(page, `${path} at ${width} px`);
        }
      };
      await check('/');
      await check('/privacy');
      await signInAs(page, 'resident@example.com', say);
      await check('/dashboard');
      await check('/businessapplications/dashboard');
      await check('/businessapplications/applications/new');
      await check('/profile/contact');
      await expect(heading(page, say.contact)).toBeVisible();
    });
  });
}
