import { expect, type Page } from '@playwright/test';
import { agencyDecides, applicationFor, articles, businessOf, pdf, submittedFor } from '../../support/businesses';
import { callAs } from '../../support/portal';
import type { Answers, Area, Json, Scene } from '../state';
import { dialog } from '../state';

const root = '/businessapplications/applications';
const businesses = '/businessapplications/businesses';
const overview = '/businessapplications/dashboard';
const longName = `${'Sonoran Saguaro and Ocotillo Landscaping, Irrigation and Stonework of the Santa Cruz Valley and its Neighbors '.repeat(2).slice(0, 116)} LLC`;
const states = ['draft', 'submitted', 'received', 'inReview', 'needsInformation', 'approved', 'refused', 'withdrawn'] as const;
const alertHasFocus = (page: Page) => expect(page.getByRole('alert')).toBeFocused();

/** Forty applications in all states, with a name as long as names can be. */
const many = (): Json => ({
  items: Array.from({ length: 40 }, (_, index) => {
    const state = states[index % states.length];
    const isYours = state === 'draft' || state === 'needsInformation';
    const isOver = state === 'approved' || state === 'refused' || state === 'withdrawn';
    return {
      id: `a${index}`,
      formId: articles,
      formName: 'Articles of organization (LLC)',
      agency: { id: 'azcc', name: 'Arizona Corporation Commission' },
      businessId: `b${index}`,
      businessName: index % 3 === 0 ? longName : `Business ${index}`,
      role: 'owner',
      state,
      nextActor: isOver ? null : isYours ? 'applicant' : 'agency',
      since: '2026-11-20T17:00:00Z',
      due: isOver || state === 'draft' ? null : { on: '2099-11-30', businessDays: (index % 7) - 2 },
      createdAt: '2026-11-20T17:00:00Z',
      submittedAt: state === 'draft' ? null : '2026-11-20T17:00:00Z',
      isDelivered: state === 'draft' ? null : index % 2 === 0,
    };
  }),
});
const manyBusinesses = (): Json => ({
  items: Array.from({ length: 40 }, (_, index) => ({
    id: `b${index}`,
    name: index % 3 === 0 ? `${index} ${longName}` : `Business ${index}`,
    entityType: 'foreignCorporation',
    countyId: 'pima',
    role: (['owner', 'manager', 'viewer'] as const)[index % 3],
    createdAt: '2026-11-20T17:00:00Z',
    revision: 1,
  })),
});

const applicationsApi = '/api/businessapplications/applications';
const businessesApi = '/api/businessapplications/businesses';

const invitation = (changed: Json): Answers => ({
  '/api/businessapplications/invitations/preview': {
    businessName: longName,
    role: 'manager',
    invitedBy: 'Maximiliana-Guadalupe Echeverría-Montenegro',
    email: 'e•••@example.org',
    expiresAt: '2099-01-01T00:00:00Z',
    state: 'open',
    isForYou: true,
    ...changed,
  },
});

export const firstBusiness: Area = {
  name: 'first business',
  who: 'elena',
  states: [
    { name: 'none yet', path: overview },
    { name: 'forms, without a business', path: `${root}/new` },
    {
      name: 'forty of everything',
      hasEveryLook: true,
      path: overview,
      answers: { [applicationsApi]: many, [businessesApi]: manyBusinesses },
      arrived: '.application-item',
      then: (page) => page.locator('.applications summary').click(),
    },
    {
      name: 'nothing that can be read',
      path: overview,
      answers: { [applicationsApi]: 503, [businessesApi]: 503, '/api/businessapplications/businessnames/reservations': 503 },
      then: (page, { say }) => expect(page.getByRole('button', { name: say.tryAgain }).first()).toBeVisible(),
    },
    { name: 'adding one', path: `${businesses}/new` },
    {
      name: 'adding one, refused',
      path: `${businesses}/new`,
      then: async (page) => {
        await page.locator('main button[type=submit]').click();
        await alertHasFocus(page);
      },
    },
    { name: 'a link without an invitation', path: '/businessapplications/invitation' },
    ...Object.entries({
      open: {},
      expired: { state: 'expired' },
      withdrawn: { state: 'withdrawn' },
      used: { state: 'accepted', isForYou: false },
      accepted: { state: 'accepted' },
      'for another address': { isForYou: false },
    }).map(([name, changed]) => ({
      name: `invitation: ${name}`,
      path: '/businessapplications/invitation?token=abc',
      answers: invitation(changed),
      arrived: '.invitation',
    })),
  ],
};

/** A day by which an agency can want an answer. */
const inTwoWeeks = (): string => new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);

const businessPath = ({ facts }: Scene) => `${businesses}/${facts.business}`;
const draftPath = (step: string) => ({ facts, language }: Scene) => `${root}/${facts[`${language}Draft`]}?step=${step}`;

export const owner: Area = {
  name: 'businesses and applications',
  who: 'owner',
  arrange: async (request, email) => {
    const business = await businessOf(request, email, longName);
    const second = await businessOf(request, email, 'Second LLC');
    await callAs(request, email, 'POST', `/api${businesses}/${business}/invitations`, { email: `${'a'.repeat(60)}@example.org`, role: 'viewer' });
    const draft = () => applicationFor(request, email, business);
    const enDraft = await draft();
    const esDraft = await draft();
    const submitted = await submittedFor(request, email, second);
    const asked = await submittedFor(request, email, second);
    const approved = await submittedFor(request, email, second);
    const note = { en: 'Tell us who signs for the agent.\n\nThank you.', es: 'Díganos quién firma por el agente.\n\nGracias.' };
    await agencyDecides(request, asked, { state: 'needsInformation', note, respondBy: inTwoWeeks() });
    await agencyDecides(request, approved, { state: 'approved', note });
    return { business, enDraft, esDraft, submitted, asked, approved };
  },
  states: [
    { name: 'dashboard', hasEveryLook: true, path: overview, arrived: '.application-item' },
    { name: 'a business', path: businessPath },
    { name: 'changing a business', path: businessPath, then: (page) => page.locator('[aria-labelledby=facts] > .usa-button').click() },
    { name: 'changing a role', path: businessPath, then: (page) => page.locator('.line-list .buttons button').first().click() },
    {
      name: 'inviting nobody',
      path: businessPath,
      then: async (page) => {
        await page.locator('[aria-labelledby=invite-title] [type=submit]').click();
        await alertHasFocus(page);
      },
    },
    {
      name: 'asked whether to remove a business',
      path: businessPath,
      answers: { [applicationsApi]: { items: [] } },
      then: async (page) => {
        await page.locator('[aria-labelledby=ending]').getByRole('button').last().click();
        await expect(dialog(page)).toBeVisible();
      },
    },
    { name: 'a business that cannot be read', path: businessPath, answers: (scene) => ({ [`/api${businessPath(scene)}`]: 503 }) },
    { name: 'no such business', path: `${businesses}/00000000` },
    { name: 'choosing a form', hasEveryLook: true, path: `${root}/new?form=${articles}` },
    {
      name: 'choosing a form without a business',
      path: `${root}/new?form=${articles}`,
      then: async (page) => {
        await page.locator('.form-card .usa-button').first().click();
        await alertHasFocus(page);
      },
    },
    { name: 'form: company', hasEveryLook: true, path: draftPath('company'), arrived: '.name-check__verdict, .name-check__failure' },
    { name: 'form: -documents', hasEveryLook: true, path: draftPath('-documents') },
    ...['agent', 'place', 'management', 'handling'].map((step) => ({ name: `form: ${step}`, path: draftPath(step) })),
    {
      name: 'form, refused',
      path: draftPath('agent'),
      then: async (page) => {
        await page.locator('.application-form button[type=submit]').click();
        await alertHasFocus(page);
      },
    },
    {
      name: 'review, refused',
      hasEveryLook: true,
      path: draftPath('-review'),
      then: async (page) => {
        await page.locator('.declaration button').click();
        await alertHasFocus(page);
      },
    },
    {
      name: 'a document',
      path: draftPath('-documents'),
      // It is still being scanned, and asked about again and again.
      isWaiting: true,
      answers: ({ facts, language }) => ({ [`${applicationsApi}/${facts[`${language}Draft`]}/documents/**`]: 'never' }),
      then: async (page) => {
        await page.locator('input[type=file]').first().setInputFiles(pdf);
        await expect(page.locator('.file-line')).toHaveCount(1);
      },
    },
    {
      name: 'somebody else has changed it',
      path: draftPath('agent'),
      then: changedElsewhere,
    },
    {
      name: 'it is not saved',
      path: draftPath('agent'),
      then: async (page, scene) => {
        await expect(page.locator('#answer-agentName')).toBeVisible();
        await scene.answer({ '/answers': 503 });
        await page.locator('#answer-agentName').fill('Elena Ochoa');
        await expect(page.locator('.save-status--trouble')).toBeVisible();
      },
    },
    { name: 'no such application', path: `${root}/00000000` },
    { name: 'submitted', hasEveryLook: true, path: ({ facts }) => `${root}/${facts.submitted}` },
    {
      name: 'asked whether to withdraw',
      path: ({ facts }) => `${root}/${facts.submitted}`,
      then: async (page) => {
        await page.locator('.applications > .buttons button').nth(1).click();
        await expect(dialog(page)).toBeVisible();
      },
    },
    { name: 'more information needed', path: ({ facts }) => `${root}/${facts.asked}`, arrived: '.name-check__verdict, .name-check__failure' },
    { name: 'approved', path: ({ facts }) => `${root}/${facts.approved}` },
  ],
};

async function changedElsewhere(page: Page, { elsewhere, facts, language }: Scene): Promise<void> {
  const api = `/api${root}/${facts[`${language}Draft`]}`;
  await expect(page.locator('#answer-agentName')).toBeVisible();
  await elsewhere(async (call) => {
    const { answers, revision } = (await call('GET', api)) as { answers: Json; revision: number };
    await call('PUT', `${api}/answers`, { answers: { ...answers, agentName: longName }, revision });
  });
  await page.locator('#answer-agentName').fill('Elena');
  await expect(page.locator('main .usa-alert--info')).toBeVisible();
}
