import { expect, type Page } from '@playwright/test';
import { userMenu } from '../../support/portal';
import type { Area } from '../state';
import { dialog, summary } from '../state';

const unverified = { channel: 'email', address: 'resident@example.com', isVerified: false, verifiedAt: null, status: 'usable', statusAt: null };
const preferencesApi = '/api/profile/contactpreferences';

async function openHelp(page: Page): Promise<void> {
  await page.locator('.help-link').first().click();
  await expect(page.frameLocator('.side-panel__frame').getByRole('heading', { level: 1 })).toBeVisible();
}

export const visitor: Area = {
  name: 'visitor',
  who: 'visitor',
  states: [
    { name: 'landing page', path: '/', arrived: '.hero .usa-button' },
    {
      name: 'second slide of the carousel',
      path: '/',
      arrived: '.hero .usa-button',
      then: async (page) => {
        await page.locator('.carousel__controls button').last().click();
        await expect(page.locator('.slide').nth(1)).toBeVisible();
      },
    },
    { name: 'help of the landing page', path: '/', arrived: '.hero .usa-button', then: openHelp },
    {
      name: 'landing page without Business One Stop',
      path: '/',
      answers: { '/configuration/': (json) => ({ ...json, businessOneStop: { ...(json.businessOneStop as object), isVisible: false } }) },
    },
    { name: 'error page', path: '/error' },
    {
      name: 'no network',
      path: '/',
      then: async (page) => {
        await page.context().setOffline(true);
        await expect(page.locator('.offline')).toBeVisible();
      },
    },
    { name: 'no configuration', path: '/', answers: { '/configuration': 503, '/configuration/': 503 } },
    {
      name: 'declined the terms',
      path: '/',
      kept: (now) => ({ 'saguaro.declinedTerms': JSON.stringify({ version: '2026-11-01', decidedAt: new Date(now).toISOString() }) }),
      arrived: '.page--narrow h1',
    },
    {
      name: 'told of an idle sign-out',
      path: '/',
      kept: () => ({ 'saguaro.idleSignOut': '15 ' }),
      then: (page) => expect(dialog(page)).toBeVisible(),
    },
  ],
};

/** Fills in the registration and goes on to the check of the answers. */
async function check(page: Page): Promise<void> {
  await page.locator('#legalFirstName').fill('Nora');
  await page.locator('#legalLastName').fill('Nuevo');
  await page.locator('#dateOfBirth').selectOption('3');
  await page.locator('#dateOfBirth-day').fill('9');
  await page.locator('#dateOfBirth-year').fill('1988');
  await page.locator('#countyId').selectOption('pima');
  await page.locator('.form button[type=submit]').click();
  await expect(page.locator('.fact-rows')).toBeVisible();
}

export const newcomer: Area = {
  name: 'registration',
  who: 'newcomer',
  states: [
    { name: 'what registering takes', path: '/register' },
    { name: 'form', path: '/register/identification' },
    {
      name: 'form, refused',
      path: '/register/identification',
      then: async (page, { say }) => {
        await page.getByRole('button', { name: say.continue }).click();
        await expect(summary(page)).toBeFocused();
      },
    },
    { name: 'answers to check', path: '/register/identification', then: check },
    {
      name: 'too young',
      path: '/register/identification',
      answers: { '/api/users/register': [403, { code: 'tooYoung', message: 'No.', requestId: 'r' }] },
      then: async (page) => {
        await check(page);
        await page.locator('.form button[type=submit]').click();
        await expect(page.locator('.fact-rows')).toHaveCount(0);
      },
    },
    {
      name: 'offer to link an earlier registration',
      path: '/register/identification',
      answers: { '/api/users/registered': (json) => ({ ...json, canLink: true }) },
      arrived: '#link-title',
    },
    { name: 'form without its list of counties', path: '/register/identification', answers: { '/api/lookups/counties': 503 } },
  ],
};

export const resident: Area = {
  name: 'resident',
  who: 'resident',
  states: [
    {
      name: 'user menu',
      hasEveryLook: true,
      path: '/dashboard',
      then: async (page, { say }) => {
        await userMenu(page).click();
        await expect(page.getByRole('button', { name: say.logout })).toBeVisible();
      },
    },
    {
      name: 'main menu',
      hasEveryLook: true,
      path: '/dashboard',
      then: async (page) => {
        await page.setViewportSize({ width: 390, height: 900 });
        await page.locator('button.hamburger').click();
        await expect(page.locator('.main-menu')).toBeVisible();
      },
    },
    { name: 'help', path: '/dashboard', then: openHelp },
    {
      name: 'asked whether they are still there',
      path: '/dashboard',
      // As long ago as the configuration allows, and a little longer.
      kept: (now) => ({ 'saguaro.lastActivity': String(now - 630_000) }),
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
    { name: 'no access', path: '/governmentsearch' },
    { name: 'loading', path: '/connections', answers: { '/api/users': 'never' }, arrived: '.loading-screen', isWaiting: true },
    { name: 'loading dashboard', path: '/dashboard', answers: { '/api/users': 'never' }, arrived: '.page > .skeleton', isWaiting: true },
    {
      name: 'page that breaks',
      path: '/profile/contact',
      answers: { [preferencesApi]: {} },
      breaksContract: true,
      then: (page, { say }) => expect(page.getByRole('button', { name: say.tryAgain })).toBeVisible(),
    },
    {
      name: 'shell that breaks',
      path: '/dashboard',
      answers: { '/api/users': (json) => ({ ...json, menuItems: [null] }) },
      breaksContract: true,
      then: (page, { say }) => expect(page.getByRole('button', { name: say.tryAgain })).toBeVisible(),
    },
    {
      name: 'session ended',
      path: '/profile/contact',
      then: async (page, { say, answer }) => {
        await answer({ '/oauth2/token': [400, { error: 'invalid_grant' }], '/api/profile/contactpreferences': [401, { message: 'Unauthorized' }] });
        await page.getByRole('button', { name: say.save }).click();
        await expect(dialog(page)).toBeVisible();
      },
    },
  ],
};

export const terms: Area = {
  name: 'terms',
  who: 'resident',
  states: [
    { name: 'accepted', path: '/profile/termsandconditions' },
    {
      name: 'asked whether to decline',
      path: '/profile/termsandconditions',
      then: async (page) => {
        await page.locator('.page .usa-button--outline').click();
        await expect(dialog(page)).toBeVisible();
      },
    },
    {
      name: 'declined before',
      path: '/profile/termsandconditions',
      answers: {
        '/api/users': (json) => ({ ...json, postLoginAction: 3 }),
        '/api/profile/termsandconditions': (json) => ({ ...json, decision: { version: json.version, outcome: 'declined', decidedAt: '2026-11-20T17:00:00Z' } }),
      },
    },
    { name: 'asked for before any other page', path: '/connections', answers: { '/api/users': (json) => ({ ...json, postLoginAction: 3 }) }, arrived: '.page .usa-button--outline' },
    { name: 'on their way', path: '/profile/termsandconditions', answers: { '/api/profile/termsandconditions': 'never' }, arrived: '#nprogress', isWaiting: true },
    { name: 'that cannot be read', path: '/profile/termsandconditions', answers: { '/api/profile/termsandconditions': 503 } },
  ],
};

const at = { isVerified: true, verifiedAt: '2026-11-01T17:00:00Z', statusAt: '2026-11-20T17:00:00Z' };
const email = { channel: 'email', address: 'resident@example.com', ...at };
const text = { channel: 'text', address: '+16025550123', ...at };

export const contact: Area = {
  name: 'contact preferences',
  who: 'resident',
  states: [
    {
      name: 'first time',
      path: '/profile/contact',
      answers: {
        '/api/users': (json) => ({ ...json, postLoginAction: 4 }),
        [preferencesApi]: (json) => ({ ...json, savedAt: null }),
      },
    },
    {
      name: 'just saved',
      path: '/profile/contact',
      then: async (page, { say }) => {
        await page.getByRole('button', { name: say.save }).click();
        await expect(page.locator('[data-sonner-toast]')).toBeVisible();
        // It waits while it is pointed at.
        await page.locator('[data-sonner-toast]').hover();
      },
    },
    {
      name: 'refused',
      path: '/profile/contact',
      then: async (page, { say }) => {
        await page.locator('#email').fill('nonsense');
        await page.getByRole('button', { name: say.save }).click();
        await expect(summary(page)).toBeFocused();
      },
    },
    {
      name: 'code sent',
      path: '/profile/contact',
      answers: {
        [preferencesApi]: (json) => ({ ...json, addresses: [unverified] }),
        '/api/profile/contactpreferences/verification': [202, { channel: 'email', sentTo: 'r•••@example.com', expiresAt: '2099-01-01T00:00:00Z' }],
      },
      then: async (page) => {
        await page.locator('.address').getByRole('button').click();
        await expect(page.locator('#email-code')).toBeVisible();
      },
    },
    {
      name: 'bounced and stopped, once a day and never by night',
      path: '/profile/contact',
      answers: {
        [preferencesApi]: (json) => ({
          ...json,
          emailFrequency: 'daily',
          quietHours: { start: '21:00', end: '07:00' },
          addresses: [{ ...email, status: 'bounced' }, { ...text, status: 'stopped' }],
        }),
      },
      arrived: '.tag--bad',
    },
    {
      name: 'complained',
      path: '/profile/contact',
      answers: { [preferencesApi]: (json) => ({ ...json, addresses: [{ ...email, status: 'complained' }] }) },
      arrived: '.address',
    },
    {
      name: 'a new address that waits',
      path: '/profile/contact',
      answers: { [preferencesApi]: (json) => ({ ...json, addresses: [{ ...email, statusAt: null, status: 'usable' }], changes: [{ channel: 'email', address: 'rosa.delgado@example.org', needs: ['permission', 'code'], allowedFrom: '2026-12-03T18:30:00Z', allowedUntil: '2026-12-10T18:30:00Z' }] }) },
      arrived: '.tag--open',
    },
    {
      name: 'a new address that support allowed and that waits no more',
      path: '/profile/contact',
      answers: { [preferencesApi]: (json) => ({ ...json, addresses: [{ ...email, statusAt: null, status: 'usable' }], changes: [{ channel: 'email', address: 'rosa.delgado@example.org', needs: [], allowedFrom: null, allowedUntil: '2026-12-10T18:30:00Z' }] }) },
      arrived: '.tag--open',
    },
    {
      name: 'a number that waits for its removal',
      path: '/profile/contact',
      answers: { [preferencesApi]: (json) => ({ ...json, addresses: [{ ...email, statusAt: null, status: 'usable' }, { ...email, channel: 'text', address: '+16025550123', statusAt: null, status: 'usable' }], changes: [{ channel: 'text', address: '', needs: ['permission'], allowedFrom: null, allowedUntil: null }] }) },
      arrived: '.tag--open',
    },
    {
      name: 'a test sent',
      path: '/profile/contact',
      // Only so many may be sent in an hour.
      answers: { '/api/profile/contactpreferences/test': [202, { channel: 'email', sentTo: 'r•••@example.com', messageId: 'm1' }] },
      then: async (page) => {
        await page.locator('.address__test button').click();
        await expect(page.locator('.address__test .usa-link')).toBeVisible();
      },
    },
    { name: 'that cannot be read', path: '/profile/contact', answers: { [preferencesApi]: 503 } },
  ],
};

const subscription = { kind: 'reminders', channel: 'email', sentTo: 'e•••@example.org' };
const unsubscribeApi = '/api/profile/unsubscribe?token=x';

export const unsubscribe: Area = {
  name: 'unsubscribe link',
  who: 'visitor',
  states: [
    { name: 'subscribed', path: '/unsubscribe?token=x', answers: { [unsubscribeApi]: { ...subscription, isSubscribed: true } }, arrived: '.fact-rows' },
    { name: 'unsubscribed', path: '/unsubscribe?token=x', answers: { [unsubscribeApi]: { ...subscription, isSubscribed: false } }, arrived: '.fact-rows' },
    { name: 'without a token', path: '/unsubscribe', arrived: '.usa-alert' },
    { name: 'broken', path: '/unsubscribe?token=x', arrived: '.usa-alert' },
    { name: 'that cannot be read', path: '/unsubscribe?token=x', answers: { [unsubscribeApi]: 503 }, arrived: '.usa-alert' },
  ],
};
