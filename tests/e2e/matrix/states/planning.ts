import { expect, type Page } from '@playwright/test';
import type { Area, Json } from '../state';
import { dialog } from '../state';

const plan = '/businessapplications/plan';
const search = `${plan}/searchexisting`;
const decide = `${plan}/decideyourname`;
const searchApi = '/api/businessapplications/businessnames/search?**';
const checkApi = '/api/businessapplications/businessnames/searchreservation**';
const reservationsApi = '/api/businessapplications/businessnames/reservations';
const checkOf = (name: string, entityType = 'llc') => `${decide}?${new URLSearchParams({ name, entityType })}`;

const companyApi = '/api/businessapplications/businessnames/companies/**';
const companyOf = (id = 'a') => `${search}/${id}?name=The+Zuqbuq+Yarrow%2C+Inc.`;
const company = {
  id: 'a',
  name: 'The Zuqbuq Yarrow, Inc.',
  entityType: 'corporation',
  status: 'active',
  city: 'Tucson',
  county: 'pima',
  formedOn: '2019-05-02',
  source: 'register',
  asOf: '2026-11-21',
  conflicts: [{ id: 'b', name: 'Zuqbuq Yarrow Company', status: 'dissolved' }],
  uncertain: [],
  close: [{ id: 'c', name: 'Zuqbuk Yarrow LLC', status: 'administrativelyDissolved' }],
};

export const names: Area = {
  name: 'business names',
  who: 'visitor',
  states: [
    { name: 'plan', hasEveryLook: true, path: plan, arrived: '.plan-steps' },
    { name: 'plan without its lists', path: plan, answers: { '/api/lookups/counties': 404 }, arrived: '.plan-steps' },
    { name: 'search, nothing typed', path: search, arrived: '.names__hint' },
    { name: 'search with every filter', hasEveryLook: true, path: `${search}?name=a&entityType=llc&status=active&mode=asYouType`, arrived: '.found-name' },
    { name: 'search that finds nothing', path: `${search}?name=zqzqzq&mode=asYouType`, arrived: '.names__empty' },
    { name: 'search, refused', path: `${search}?name=a&mode=contains`, arrived: '.usa-error-message' },
    { name: 'search on its way', path: `${search}?name=agave`, answers: { [searchApi]: 'never' }, arrived: '.skeleton', isWaiting: true },
    { name: 'search out of order', path: `${search}?name=agave`, answers: { [searchApi]: 503 }, arrived: '.usa-alert--warning' },
    { name: 'search in a city', path: `${search}?name=a&city=Tucson`, arrived: '.found-names' },
    { name: 'search that has to wait', path: `${search}?name=agave`, answers: { [searchApi]: 429 }, arrived: '.too-many', isWaiting: true },
    { name: 'a company', hasEveryLook: true, path: companyOf(), answers: { [companyApi]: company }, arrived: '.fact-grid' },
    {
      name: 'a reserved name',
      path: companyOf(),
      answers: { [companyApi]: { ...company, status: 'reserved', source: 'portal', city: '', county: '', conflicts: [], close: [] } },
      arrived: '.fact-grid',
    },
    { name: 'a company on its way', path: companyOf(), answers: { [companyApi]: 'never' }, arrived: '.skeleton', isWaiting: true },
    { name: 'no such company', path: companyOf('nothing'), answers: { [companyApi]: 404 }, arrived: '.buttons' },
    { name: 'check that has to wait', path: checkOf('Zuqbuq LLC'), answers: { [checkApi]: 429 }, arrived: '.usa-alert', isWaiting: true },
    { name: 'check, nothing entered', path: decide, arrived: '#entityType' },
    {
      name: 'check, refused',
      path: decide,
      then: async (page) => {
        await page.locator('button[type="submit"]').click();
        await expect(page.locator('.error-summary')).toBeFocused();
      },
    },
    { name: 'available', path: checkOf('The Zuqbuq & 5 Yarrow LLC'), arrived: '.usa-alert--success' },
    { name: 'without its ending', path: checkOf('Zuqbuq Yarrow'), arrived: '.usa-alert--warning' },
    { name: 'to be reviewed', path: checkOf('Zuqbuq Bank Bank LLC'), arrived: '.usa-alert--warning' },
    {
      name: 'taken, with close names',
      hasEveryLook: true,
      path: checkOf('Zuqbuq Yarrow LLC'),
      answers: {
        [checkApi]: (json) => ({
          ...json,
          verdict: 'unavailable',
          reasons: (json.reasons as { code: string }[]).filter(({ code }) => code !== 'notReserved'),
          conflicts: [{ id: 'a', name: 'The Zuqbuq Yarrow, Inc.', status: 'active' }],
          close: [{ id: 'b', name: 'Zuqbuk Yarrow LLC', status: 'administrativelyDissolved' }],
          suggestions: ['Arizona Zuqbuq Yarrow LLC'],
        }),
      },
      arrived: '.rival mark',
    },
    { name: 'check out of order', path: checkOf('Zuqbuq LLC'), answers: { [checkApi]: 503 }, arrived: '.usa-alert--warning' },
    {
      name: 'who to turn to',
      path: `${plan}/resources`,
      then: async (page) => {
        await page.locator('summary').first().click();
        await expect(page.locator('details li').first()).toBeVisible();
      },
    },
  ],
};

const term = { entityType: 'corporation', reservedAt: '2026-11-21T10:00:00Z', expiresAt: '2099-03-21T10:00:00Z' };
const fee = { amount: 1000, status: 'confirmed', expedited: 3500, expeditedStatus: 'notConfirmed', agency: 'Arizona Corporation Commission', source: 'A.R.S. 29-3213(A)(9)', sourceUrl: 'https://www.azleg.gov/ars/29/03213.htm' };
const reservations = {
  [reservationsApi]: {
    items: [
      { ...term, id: 'a', name: 'Zuqbuq Inc.', key: 'ZUQBUQ', status: 'active', givenUpAt: null, isRenewable: true, fee },
      { ...term, id: 'b', name: 'Yarrow Inc.', key: 'YARROW', status: 'givenUp', givenUpAt: '2026-11-22T10:00:00Z', isRenewable: false, fee },
    ],
  },
};
const twoReservations = (page: Page) => expect(page.locator('.reservations .rival')).toHaveCount(2);

export const reservedNames: Area = {
  name: 'reserved names',
  who: 'elena',
  states: [
    { name: 'list', hasEveryLook: true, path: decide, answers: reservations, then: twoReservations },
    {
      name: 'asked whether to give one up',
      path: decide,
      answers: reservations,
      then: async (page) => {
        await twoReservations(page);
        await page.locator('.rival .buttons button').last().click();
        await expect(dialog(page)).toBeVisible();
      },
    },
  ],
};

const accounts = '/businessapplications/accounts';
const account = `${accounts}/azcc`;
const planApi = '/api/businessapplications/plan';
const accountApi = '/api/businessapplications/businessagency/azcc/user';
const answers = { categoryId: '', businessCountyId: 'pima', municipalityId: 'tucson', entityType: 'llc', employees: '3', name: 'Zuqbuq Yarrow LLC' };
const saved = { answers, savedAt: '2026-11-20T10:00:00Z', revision: 4 };
const linked = { state: 'linked', userName: 'elena.ochoa', linkedAt: '2026-11-20T10:00:00Z' };
const kept = (value: object) => () => ({ 'saguaro.plan': JSON.stringify(value) });

async function refusedLink(page: Page): Promise<void> {
  await page.locator('#userName').fill('elena');
  await page.locator('#password').fill('ocotillo in the rain 7');
  await page.locator('.page form button[type="submit"]').first().click();
  await expect(page.locator('.error-summary')).toBeFocused();
}

export const savedPlan: Area = {
  name: 'saved plan',
  who: 'elena',
  states: [
    { name: 'to be saved', path: plan, kept: kept(answers), arrived: '.saved-plan .usa-button' },
    { name: 'saved', hasEveryLook: true, path: plan, answers: { [planApi]: saved }, arrived: '.saved-plan__delete' },
    {
      name: 'another one here',
      path: plan,
      answers: { [planApi]: saved },
      kept: kept({ ...answers, name: 'A name that is long enough to need several lines on a phone LLC', employees: '' }),
      arrived: '.saved-plan__delete',
    },
    { name: 'that cannot be had', path: plan, answers: { [planApi]: 404 }, arrived: '.plan-kept .usa-alert--error' },
  ],
};

export const agencyAccounts: Area = {
  name: 'accounts at agencies',
  who: 'elena',
  states: [
    { name: 'list', path: accounts, arrived: '.agency-accounts' },
    { name: 'none', path: accounts, answers: { '/api/businessapplications/businessagency': { items: [] } }, arrived: '.page p:not(.lead)' },
    {
      name: 'not linked, password forgotten',
      path: account,
      then: async (page) => {
        await page.locator('details.card > summary').click();
        await expect(page.locator('#forgottenUserName')).toBeVisible();
      },
    },
    { name: 'link refused', path: account, answers: { [`${accountApi}/link`]: 409 }, then: refusedLink },
    { name: 'agency out of reach', path: account, answers: { [`${accountApi}/link`]: 503 }, then: refusedLink },
    {
      name: 'registration, refused',
      path: account,
      then: async (page) => {
        await page.locator('#way-register').check({ force: true });
        await page.locator('#password').fill('short');
        await page.locator('.page form .secret-field__show').click();
        await page.locator('.page form button[type="submit"]').first().click();
        await expect(page.locator('.error-summary')).toBeFocused();
      },
    },
    { name: 'linked', path: account, answers: { [accountApi]: (json) => ({ ...json, ...linked }) }, arrived: '#newPassword' },
    { name: 'of no agency', path: `${accounts}/nobody`, arrived: '.usa-alert--error' },
  ],
};

const estimator = `${plan}/costestimator`;
const estimate =
  `${estimator}?entityType=llc&businessCountyId=pima&agentCountyId=pima&municipalityId=tucson&categoryId=1&employees=2` +
  '&averageMonthlyWage=320000&sellsTaxable=true&reserveName=true&tradeName=true&premises=rented&funding=500000';
const estimateApi = '/api/businessapplications/startupcostestimate?**';
const changesApi = '/api/businessapplications/startupcostestimate/changes';

/** Opens the comparison, as after a change of the answers. */
async function openChanges(page: Page): Promise<void> {
  await expect(page.locator('#estimate')).toBeVisible();
  await page.evaluate((earlier) => history.replaceState({ usr: { earlier } }, ''), estimate.split('?')[1]);
  await page.reload();
  await page.locator('.own-figures + details > summary').click();
}

/** Another fee for the first line, one more and one less: the table of fees has only one date so far. */
function otherFees(json: Json): Json {
  const line = {
    code: 'acc-llc', group: 'state-filing', label: 'LLC articles of organization (ACC)', agency: null,
    low: 5000, typical: 5000, high: 5000, cadence: 'once', fallsDue: 'opening', monthlyEquivalent: null,
    legalBasis: 'A.R.S. 29-3213(A)(1)', source: 'azleg.gov', sourceUrl: 'https://www.azleg.gov/ars/29/03213.htm', checkedOn: '2026-11-21',
    isGovernmentFee: true, status: 'confirmed', isEditable: false, isOwnFigure: false, isOptional: false, note: null,
  };
  const { before } = json as { before: Record<string, number> };
  return {
    changes: [
      { code: 'acc-llc', kind: 'changed', cause: 'fees', before: line, after: { ...line, low: 6000, typical: 8550, high: 123450, checkedOn: '2027-01-01' } },
      { code: 'tpt', kind: 'added', cause: 'answers', before: null, after: { ...line, code: 'tpt', low: null, typical: null, high: null } },
      { code: 'roc', kind: 'removed', cause: 'answers', before: line, after: null },
    ],
    before,
    after: { ...before, oneTimeTypical: before.oneTimeTypical! + 3550 },
  };
}

export const costs: Area = {
  name: 'costs',
  who: 'visitor',
  states: [
    {
      name: 'form with every question',
      hasEveryLook: true,
      path: estimator,
      then: async (page) => {
        await page.locator('#entityType').selectOption('llc');
        await page.locator('.usa-checkbox__input').first().check();
        await page.locator('.cost-more > summary').click();
        await expect(page.locator('#date')).toBeVisible();
      },
    },
    {
      name: 'form, refused',
      path: estimator,
      then: async (page) => {
        await page.locator('button[type="submit"]').click();
        await expect(page.locator('.error-summary')).toBeFocused();
      },
    },
    { name: 'form without its lists', path: estimator, answers: { '/api/lookups/counties': 404 }, arrived: '.usa-alert--error' },
    {
      name: 'estimate with everything open',
      hasEveryLook: true,
      path: estimate,
      arrived: '#estimate',
      then: async (page) => {
        await page.locator('.cost-answers > summary').click();
        // Open all folded parts at once: each click would wait for the one before.
        await page.locator('.cost-result details').evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')));
        await expect(page.locator('.own-figures form')).toBeVisible();
      },
    },
    { name: 'estimate on its way', path: estimate, answers: { [estimateApi]: 'never' }, arrived: '.skeleton', isWaiting: true },
    { name: 'estimate that cannot be had', path: estimate, answers: { [estimateApi]: 404 }, arrived: '.usa-alert--error' },
    {
      name: 'changed answers',
      hasEveryLook: true,
      path: estimate,
      answers: { [changesApi]: otherFees },
      then: async (page) => {
        await openChanges(page);
        await expect(page.locator('.change-row').nth(6)).toBeVisible();
      },
    },
    {
      name: 'comparison that has to wait',
      path: estimate,
      answers: { [changesApi]: 429 },
      then: async (page) => {
        await openChanges(page);
        await expect(page.locator('.cost-result .usa-alert')).toBeVisible();
      },
    },
    { name: 'changed link', path: `${estimate}&check=aaaaaaaaaa`, arrived: '.usa-alert--error' },
  ],
};

const servicesApi = '/api/lookups/services';

export const publicServices: Area = {
  name: 'services A to Z',
  who: 'visitor',
  states: [
    { name: 'by name', hasEveryLook: true, path: '/services', arrived: '.agency__offers' },
    { name: 'by agency', path: '/services?by=agency', arrived: '.agency__offers' },
    { name: 'that a search finds', hasEveryLook: true, path: '/services?q=renew', arrived: '.search-result' },
    { name: 'that match nothing', path: '/services?q=zqzqzq', arrived: '.empty' },
    { name: 'whose search fails', path: '/services?q=renew', answers: { '/api/search?**': 503 }, arrived: '.usa-alert--error' },
    { name: 'on their way', path: '/services', answers: { [servicesApi]: 'never' }, arrived: '.skeleton', isWaiting: true },
    { name: 'that cannot be read', path: '/services', answers: { [servicesApi]: 503 }, arrived: '.usa-alert--error' },
    { name: 'one with fees', hasEveryLook: true, path: '/services/azdor-tpt', arrived: '.fees' },
    { name: 'one without', path: '/services/adot-mvd-vehicle', arrived: '.lead' },
    { name: 'that does not exist', path: '/services/nothing', arrived: '.usa-alert--info' },
    { name: 'a guide', path: '/guides/voter-registration', arrived: '.usa-list' },
    {
      name: 'a guide that was rated',
      path: '/guides/voter-registration',
      arrived: '.usa-list',
      answers: { '/api/pageratings': { isRated: true } },
      then: async (page) => {
        await page.getByRole('main').getByRole('group').getByRole('button', { name: 'No', exact: true }).click();
        await expect(page.getByRole('main').getByRole('group').getByRole('status')).not.toBeEmpty();
      },
    },
    {
      name: 'a guide whose rating failed',
      path: '/guides/voter-registration',
      arrived: '.usa-list',
      answers: { '/api/pageratings': 503 },
      then: async (page) => {
        await page.getByRole('main').getByRole('group').getByRole('button', { name: 'No', exact: true }).click();
        await expect(page.getByRole('main').getByRole('group').getByRole('status')).not.toBeEmpty();
      },
    },
    { name: 'a checklist', hasEveryLook: true, path: '/guides/new-business', arrived: 'details' },
    { name: 'no such guide', path: '/guides/nothing', arrived: '.line-list' },
    { name: 'contact', path: '/contact', arrived: '.usa-list' },
    { name: 'accessibility', path: '/accessibility', arrived: '.usa-list' },
  ],
};
