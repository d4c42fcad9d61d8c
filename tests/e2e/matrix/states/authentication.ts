import { expect, type Page } from '@playwright/test';
import { dialog, summary, type Area } from '../state';

const api = '/api/authentication';
const page = '/enhancedauthentication';
const response = `${page}/eid/response?state=a1.secret&code=c1`;
const until = '2099-11-24T18:30:00Z';
const active = {
  isAuthenticated: true,
  enhancedAuthenticationType: 'Electronic ID (EID)',
  enhancedAuthenticationTypeId: 3,
  verifiedAt: '2026-11-23T18:30:00Z',
  expiresAt: '2099-11-23T19:30:00Z',
  assurance: 'proof',
};
const answered = {
  attemptId: 'a1',
  typeId: 3,
  purpose: 'account',
  returnTo: '/dashboard',
  state: 'failed',
  reason: 'wrongPerson',
  requests: [],
  walletLink: null,
  quiz: null,
  liveness: null,
  expiresAt: until,
};

const license = `${page}/mid/response?attempt=a1`;
const asked = {
  ...answered,
  typeId: 4,
  requests: [
    { protocol: 'openid4vp-v1-unsigned', data: { nonce: 'n1' } },
    { protocol: 'org-iso-mdoc', data: { deviceRequest: 'd1', encryptionInfo: 'e1' } },
  ],
  state: 'pending',
  reason: null,
};
const cameraPage = `${page}/face/camera?attempt=a1`;
const camera = {
  ...answered,
  typeId: 1,
  liveness: { sessionId: 's1', region: 'us-west-2', credentials: null, cameraUrl: 'https://camera.example/' },
  state: 'pending',
  reason: null,
};
const quizPage = `${page}/creditbureau?attempt=a1`;
const quiz = {
  ...answered,
  typeId: 2,
  state: 'pending',
  reason: null,
  quiz: {
    // The recorded clock stands at the day of the recordings, whenever that was.
    answerBy: '2099-11-24T18:30:00Z',
    questions: [
      {
        questionId: 'card',
        text: 'Which bank or financial services company gave you the credit card that you have had for the longest time?',
        choices: [
          { choiceId: '0', text: 'First Cooperative Savings and Loan Association of the Upper San Pedro Valley' },
          { choiceId: '1', text: 'None of these' },
        ],
      },
    ],
  },
};
const passkeys = {
  items: [
    {
      passkeyId: 'p1',
      name: 'The telephone with the cracked glass that I carry on weekends',
      typeId: 3,
      type: 'Electronic ID (EID)',
      createdAt: '2026-11-23T18:30:00Z',
      lastUsedAt: '2026-11-24T18:30:00Z',
      expiresAt: '2099-05-22T18:30:00Z',
    },
  ],
  canAdd: true,
};

async function openLock(page: Page): Promise<void> {
  // A change of the page closes panels.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.locator('.lock-button').click();
  await expect(page.locator('.lock-button + .panel > :first-child')).toBeVisible();
}

export const enhancedAuthentication: Area = {
  name: 'enhanced authentication',
  who: 'resident',
  states: [
    { name: 'ways', hasEveryLook: true, path: page },
    { name: 'ways that would do, and why', path: `${page}?purpose=reveal&types=3&returnTo=/dashboard` },
    { name: 'no way that would do', path: `${page}?purpose=connect&types=&returnTo=/dashboard` },
    { name: 'ways, while it is active', path: page, answers: { [`${api}/status`]: active } },
    {
      name: 'ways, one locked',
      path: page,
      answers: { [`${api}/types/settings`]: (json) => ({ items: (json.items as object[]).map((type) => ({ ...type, lockedUntil: until })) }) },
    },
    { name: 'ways that cannot be read', path: page, answers: { [`${api}/types/settings`]: 503 } },
    { name: 'about face recognition', path: `${page}/face/v2/info` },
    { name: 'lock, not active', path: page, then: openLock },
    { name: 'lock, active', hasEveryLook: true, path: page, answers: { [`${api}/status`]: active }, then: openLock },
    {
      name: 'lock, locked out',
      path: page,
      answers: { [`${api}/lockedout`]: { isLockedOut: true, until, reason: 'tooManyFailures' } },
      then: openLock,
    },
    { name: 'lock, not known', path: page, answers: { [`${api}/status`]: 503 }, then: openLock },
    { name: 'another person', path: response, answers: { '/completion': answered } },
    { name: 'canceled', path: response, answers: { '/completion': { ...answered, state: 'canceled', reason: null } } },
    { name: 'answer on its way', path: response, answers: { '/completion': 'never' }, isWaiting: true },
    { name: 'a license asked for', path: license, answers: { [`${api}/attempts/a1`]: asked } },
    {
      name: 'a license asked for by a code',
      path: license,
      answers: { [`${api}/attempts/a1`]: { ...asked, walletLink: 'openid4vp://?client_id=x509_hash%3Aabc&request_uri=https%3A%2F%2Fportal.example%2Frequest' } },
    },
    {
      name: 'a license that another device has shown',
      path: license,
      answers: { [`${api}/attempts/a1`]: { ...asked, state: 'answered', requests: [] } },
    },
    {
      name: 'a license in a browser without wallets',
      path: license,
      answers: { [`${api}/attempts/a1`]: { ...asked, requests: [] } },
    },
    {
      name: 'an expired license',
      path: license,
      answers: { [`${api}/attempts/a1`]: { ...answered, typeId: 4, reason: 'licenseExpired' } },
    },
    {
      name: 'a license that proves another account',
      path: license,
      answers: { [`${api}/attempts/a1`]: { ...answered, typeId: 4, reason: 'documentInUse' } },
    },
    { name: 'its end, before the click', path: `${page}/eid?action=logout` },
    { name: 'a camera asked for', path: cameraPage, answers: { [`${api}/attempts/a1`]: camera } },
    {
      name: 'a camera that was looked into',
      path: `${cameraPage}&seen=true`,
      answers: { [`${api}/attempts/a1`]: camera, '/completion': 'never' },
      isWaiting: true,
    },
    {
      name: 'a face that is not the one of the photo',
      path: cameraPage,
      answers: { [`${api}/attempts/a1`]: { ...answered, typeId: 1, reason: 'faceNotMatched' } },
    },
    {
      name: 'no photo of the person',
      path: cameraPage,
      answers: { [`${api}/attempts/a1`]: { ...answered, typeId: 1, reason: 'portraitMissing' } },
    },
    { name: 'a camera that cannot be asked for', path: cameraPage, answers: { [`${api}/attempts/a1`]: 503 } },
    { name: 'questions of a credit bureau', path: quizPage, answers: { [`${api}/attempts/a1`]: quiz } },
    {
      name: 'questions of a credit bureau, unanswered',
      path: quizPage,
      answers: { [`${api}/attempts/a1`]: quiz },
      then: async (page) => {
        await page.locator('form button[type=submit]').click();
        await expect(page.locator('.error-summary')).toBeVisible();
      },
    },
    {
      name: 'a credit file that cannot be used',
      path: quizPage,
      answers: { [`${api}/attempts/a1`]: { ...answered, typeId: 2, reason: 'creditFileNotUsable' } },
    },
    {
      name: 'questions of a credit bureau that is away',
      path: quizPage,
      answers: { [`${api}/attempts/a1`]: 503 },
    },
    { name: 'a license that cannot be asked for', path: license, answers: { [`${api}/attempts/a1`]: 404 } },
    { name: 'passkeys', hasEveryLook: true, path: page, answers: { [`${api}/passkeys`]: passkeys } },
    {
      name: 'a passkey without a name',
      path: page,
      answers: { [`${api}/passkeys`]: passkeys },
      then: async (page) => {
        await page.locator('.passkeys > .form button').click();
        await expect(summary(page)).toBeVisible();
      },
    },
    {
      name: 'a passkey that gets another name',
      path: page,
      answers: { [`${api}/passkeys`]: passkeys },
      then: async (page) => {
        await page.locator('.passkeys__list .form-buttons button').first().click();
        await expect(page.locator('.passkeys__list input')).toBeVisible();
      },
    },
    {
      name: 'a passkey that is removed',
      path: page,
      answers: { [`${api}/passkeys`]: passkeys },
      then: async (page) => {
        await page.locator('.passkeys__list .form-buttons button').nth(1).click();
        await expect(dialog(page)).toBeVisible();
      },
    },
    { name: 'passkeys that cannot be read', path: page, answers: { [`${api}/passkeys`]: 503 } },
    { name: 'ended', path: `${page}/eid?action=loggedout` },
  ],
};
