import { expect, type Page } from '@playwright/test';
import { records } from '../../support/agencies';
import type { Area, Json } from '../state';
import { summary } from '../state';

const checked = (page: Page) => expect(page.locator('.attention [role=status]')).not.toBeEmpty();

const waitingApplication: Json = {
  id: 'a1',
  formId: 'azcc-articles',
  formName: 'Articles of organization',
  agency: { id: 'azcc', name: 'Arizona Corporation Commission' },
  businessId: 'b1',
  businessName: 'Ocotillo Baking and Catering LLC',
  role: 'owner',
  state: 'needsInformation',
  nextActor: 'applicant',
  createdAt: '2026-11-19T15:00:00Z',
  submittedAt: '2026-11-19T16:00:00Z',
  since: '2026-11-20T15:00:00Z',
  isDelivered: null,
  due: { on: '2026-12-15', businessDays: 11 },
};

export const dashboard: Area = {
  name: 'dashboard',
  who: 'resident',
  states: [
    { name: 'every agency answers', hasEveryLook: true, path: '/dashboard', then: checked },
    { name: 'the last good copies', path: '/dashboard', answers: { '/servicedata': (json) => ({ ...json, stale: true }) }, then: checked },
    { name: 'no agency answers', path: '/dashboard', answers: { '/servicedata': 503 }, then: checked },
    {
      name: 'connections that agencies ended',
      path: '/dashboard',
      answers: {
        '/api/subscriptions': (json) => ({
          items: (json.items as { identities: Json[] }[]).map((item) => ({ ...item, identities: item.identities.map((identity) => ({ ...identity, status: 'revoked' })) })),
        }),
      },
      then: checked,
    },
    { name: 'services that cannot be read', path: '/dashboard', answers: { '/api/subscriptions': 404 }, arrived: '.usa-alert--error' },
    {
      name: 'a long name, a step to take and unread messages',
      hasEveryLook: true,
      path: '/dashboard',
      answers: {
        '/api/users': (json) => ({ ...json, displayName: 'Maximiliana-Guadalupe Echeverría-Montenegro de la Santísima Trinidad y Velázquez', firstName: 'Maximiliana-Guadalupe Echeverría-Montenegro' }),
        '/api/profile/completed': (json) => ({ ...json, unverified: ['email'] }),
        '/api/messages/unread/count': { count: 25, atLeast: true, fingerprint: 'x' },
        '/api/agency/messages/unread/status': { hasUnread: true, fingerprint: 'x' },
      },
      arrived: '.checklist .usa-link',
      then: (page) => expect(page.locator('.bell__badge')).toBeVisible(),
    },
    { name: 'that cannot be read', path: '/dashboard', answers: { '/api/profile/completed': 503 } },
    { name: 'nothing to do, and days to come', hasEveryLook: true, path: '/dashboard', answers: { '/servicedata': (json) => ({ ...json, notices: [] }) }, arrived: '.attention--calm li' },
    {
      name: 'applications that wait for their owner',
      path: '/dashboard',
      answers: { '/api/businessapplications/applications': { items: [waitingApplication, { ...waitingApplication, id: 'a2', due: null }] } },
      arrived: '.attention a[href*=applications]',
    },
    { name: 'applications that cannot be read', path: '/dashboard', answers: { '/api/businessapplications/applications': 404 }, then: checked },
    { name: 'page of a connected service', path: '/services/adot-mvd-vehicle', arrived: '.buttons .usa-button' },
    {
      name: 'a masked value, shown',
      path: '/dashboard',
      answers: { '/reveal': { field: 'vin', label: 'VIN', value: '1FTFW1E54JFB00317', seconds: 3600 } },
      then: async (page) => {
        await page.locator('details:has(.masked) > summary').first().click();
        await page.locator('.masked button').first().click();
        await expect(page.locator('.masked__value').first()).toHaveText('1FTFW1E54JFB00317');
      },
    },
    {
      name: 'a masked value that cannot be shown',
      path: '/dashboard',
      answers: { '/reveal': 503 },
      then: async (page) => {
        await page.locator('details:has(.masked) > summary').first().click();
        await page.locator('.masked button').first().click();
        await expect(page.locator('.masked [role=alert]').first()).not.toBeEmpty();
      },
    },
  ],
};

export const firstVisit: Area = {
  name: 'first visit',
  who: 'elena',
  states: [{ name: 'welcome', path: '/dashboard', kept: (now, subject) => ({ [`saguaro.draft.${encodeURIComponent(subject)}/firstVisit`]: JSON.stringify({ writtenAt: now, values: true }) }), arrived: '.welcome' }],
};

const { agencyServiceId } = records.benefits;

export const connections: Area = {
  name: 'connections',
  who: 'resident',
  states: [
    { name: 'catalogue', path: '/connections', arrived: '.agency' },
    { name: 'nothing found', path: '/connections?q=submarine', arrived: '.empty' },
    { name: 'form', path: `/connections/${agencyServiceId}`, arrived: 'form.form' },
    { name: 'a service that asks for proof', path: '/connections/azdor-income-tax-refund', arrived: '.usa-alert--info' },
    {
      name: 'form, refused',
      path: `/connections/${agencyServiceId}`,
      arrived: 'form.form',
      then: async (page) => {
        await page.locator('form.form button[type=submit]').click();
        await expect(summary(page)).toBeFocused();
      },
    },
  ],
};

const addressesApi = '/api/profile/addresses';
const longNames = (json: Json): Json => ({
  items: (json.items as Json[]).map((item) => ({
    ...item,
    label: 'Departamento de mi abuela en Nogales, 2º',
    recipient: 'Maximiliana-Guadalupe-Echeverría-Montenegro-de-la-Santísima-Trinidad-y-Velázquez-de-los-Ríos',
  })),
});

/** Fills in the form of an address and sends it. */
async function sendAddress(page: Page, values: Record<string, string>): Promise<void> {
  for (const [id, value] of Object.entries(values)) await page.locator(`#${id}`).fill(value);
  await page.locator('#state').selectOption('AZ');
  await page.locator('form .usa-button').first().click();
}

async function chooseAgencies(page: Page): Promise<void> {
  await page.locator('.address-card__actions a[href$="/agencies"]').first().click();
  await expect(page.getByRole('checkbox').first()).toBeVisible();
}

const outOfReach = [409, { code: 'agencyUnavailable', message: 'The agency could not be reached. Nothing is lost.', requestId: 'a1b2c3d4' }] as const;
const acceptedAddress = { acceptedAt: '2026-11-21T19:00:00Z' };

export const addressBook: Area = {
  name: 'address book',
  who: 'resident',
  states: [
    { name: 'addresses', path: '/addressbook', arrived: '.address-card' },
    { name: 'long names', hasEveryLook: true, path: '/addressbook', answers: { [addressesApi]: longNames }, arrived: '.address-card' },
    { name: 'no addresses', path: '/addressbook', answers: { [addressesApi]: { items: [] } }, arrived: '.empty' },
    { name: 'addresses that cannot be read', path: '/addressbook', answers: { [addressesApi]: 404 }, arrived: '.usa-alert--error' },
    { name: 'form', path: '/addressbook/new', arrived: 'form' },
    { name: 'an address that is not there', path: '/addressbook/none', arrived: '.usa-button' },
    {
      name: 'form, refused',
      path: '/addressbook/new',
      then: async (page) => {
        await page.locator('form .usa-button').click();
        await expect(summary(page)).toBeFocused();
      },
    },
    {
      name: 'form, doubted',
      path: '/addressbook/new',
      then: async (page) => {
        await sendAddress(page, { recipient: 'Elena Ochoa', line1: '1 Copper Queen Plz', city: 'Bisbee', zip: '10001' });
        await expect(summary(page)).toBeFocused();
        await expect(page.locator('form .usa-button')).toHaveCount(2);
      },
    },
    {
      name: 'a suggestion',
      path: '/addressbook/new',
      then: async (page) => {
        await sendAddress(page, { recipient: 'Elena Ochoa', line1: '1 Copper Queen Plz', city: 'Bisbe', zip: '85603' });
        await expect(page.locator('.address-question__title')).toBeFocused();
      },
    },
    { name: 'choosing agencies', hasEveryLook: true, path: '/addressbook', arrived: '.address-card', then: chooseAgencies },
    {
      name: 'sent to one agency, not to the other',
      path: '/addressbook',
      arrived: '.address-card',
      then: async (page, { answer }) => {
        await chooseAgencies(page);
        let calls = 0;
        await answer({ '/address': () => ((calls += 1) === 1 ? acceptedAddress : outOfReach) });
        const boxes = page.getByRole('checkbox');
        await boxes.nth(0).check({ force: true });
        await boxes.nth(1).check({ force: true });
        await page.locator('form .usa-button').click();
        await expect(page.locator('.send-summary')).toBeFocused();
        await expect(page.locator('.records > li')).toHaveCount(1);
        await expect(page.locator('.usa-checkbox .text-bad')).toHaveCount(1);
      },
    },
  ],
};
