import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { answerWith, type Answer } from './support/answers';
import { bringAxe, expectAccessible, expectRoomForLargeText } from './support/axe';
import { expect, test } from './support/test';
import { words, type Language } from './support/words';

const path = '/businessapplications/plan/costestimator';
const query =
  'entityType=llc&businessCountyId=pima&agentCountyId=pima&municipalityId=tucson&categoryId=1&employees=2' +
  '&averageMonthlyWage=320000&sellsTaxable=true&reserveName=true&tradeName=true&premises=rented&funding=500000';
const estimateApi = '/api/businessapplications/startupcostestimate**';

const changesApi = '/api/businessapplications/startupcostestimate/changes';

const result = (page: Page) => page.locator('#estimate');
const feeRow = (page: Page, label: string) => page.locator('.cost-row').filter({ hasText: label });
const totals = (page: Page) => page.locator('.cost-total__amount').allTextContents();

test('from the start page to a cost sheet with sources, its link and its file', async ({ page, browser }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/businessapplications/plan');
  await page.getByRole('link', { name: 'Estimate your costs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What starting will cost' })).toBeFocused();
  await expect(page).toHaveTitle('What starting will cost | Saguaro');
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /start a business in Arizona/);
  await page.getByLabel('How is the business organized?').selectOption('Limited liability company (LLC)');
  await page.getByLabel('What does it do?').selectOption('Accounting');
  await page.getByLabel('County of the business').selectOption('Pima');
  await page.getByLabel('City or town').selectOption('Tucson');
  await page.getByLabel('County of the statutory agent').selectOption('Yuma');
  await page.getByRole('button', { name: 'Show what it costs' }).click();
  await expect(result(page)).toBeFocused();

  await expect(feeRow(page, 'LLC articles of organization')).toContainText('$50');
  await expect(feeRow(page, 'LLC articles of organization')).toContainText('A.R.S. 29-851(A)(1)');
  // The agent's county decides: in Yuma a newspaper prints the notice.
  await expect(feeRow(page, 'Newspaper publication')).toContainText('from $30');
  await expect(page.getByText('The fee of your city or town is not in our table')).toBeVisible();
  const first = await totals(page);

  await page.getByLabel('Your figure, in dollars: Utilities, phone, internet').fill('300');
  await page.getByRole('button', { name: 'Update the totals' }).click();
  await expect(page).toHaveURL(/figures=util%3A30000/);
  await expect(feeRow(page, 'Utilities, phone, internet')).toContainText('your figure');
  const second = await totals(page);
  expect(second).not.toEqual(first);

  const link = page.url();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download (CSV)' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^startup-costs-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv).toContain('acc-llc,LLC articles of organization (ACC)');
  expect(csv).toContain('300.00');

  const other = await (await browser.newContext({ locale: 'es-US' })).newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Su estimación' })).toBeVisible();
  expect(await totals(other)).toEqual(second);
  await other.context().close();

  await page.goBack();
  await expect(page).not.toHaveURL(/figures/);
  await expect.poll(() => totals(page)).toEqual(first);
});

test('a link of which a part was changed is told', async ({ page }) => {
  await page.goto(`${path}?${query}`);
  await expect(result(page)).toBeVisible();
  await page.getByRole('button', { name: 'Update the totals' }).click();
  await expect(page).toHaveURL(/check=/);
  await page.goto(page.url().replace('employees=2', 'employees=3'));
  await expect(page.getByText('This link is not as it was made')).toBeVisible();
  await expect(page.locator('.cost-table')).toHaveCount(0);
  await page.goto(`${path}?${query.replace('employees=2', 'employees=-2').replace('pima', 'atlantis')}`);
  await expect(page.getByText('This link does not lead to an estimate')).toBeVisible();
  await page.getByRole('link', { name: 'Start a new estimate' }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('button', { name: 'Show what it costs' })).toBeVisible();
});

const changes = (page: Page) => page.getByRole('table', { name: 'What changed, line by line' });

test('what changed is told line by line: with other answers, and with the fees of another day', async ({ page, browser }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${path}?${query}`);
  await expect(result(page)).toBeVisible();
  await page.getByText('Change your answers').click();
  await page.getByLabel('How is the business organized?').selectOption('Corporation');
  await page.getByRole('button', { name: 'Update the estimate' }).click();
  await expect(page).toHaveURL(/entityType=corporation/);
  await page.getByText('See what changed').click();
  await page.getByRole('button', { name: 'Compare with what I had before changing my answers' }).click();
  await expect(page.getByRole('heading', { name: 'What changed' })).toBeFocused();
  const removed = changes(page).getByRole('row').filter({ hasText: 'LLC articles of organization' });
  await expect(removed).toContainText('Removed');
  await expect(removed).toContainText('-$50');
  await expect(removed).toContainText('Counted since November 1, 2026');
  await expect(changes(page).getByRole('row').filter({ hasText: 'corporation articles' })).toContainText('+$60');
  await expect(page.getByRole('table', { name: 'The totals, before and after' }).getByRole('row')).toHaveCount(6);
  await page.emulateMedia({ media: 'print' });
  await expect(changes(page)).toBeVisible();
  await expect(page.locator('.changes__day')).toBeHidden();
  await page.emulateMedia({ media: null });

  const day = page.getByLabel('The same answers with the fees of another day');
  await day.fill('2020-01-01');
  await page.getByRole('button', { name: 'Compare with another date' }).click();
  await expect(page.locator('#compareDay-error')).toContainText('No fees are known before 2026-11-01');
  await expect(day).toBeFocused();
  await day.fill('2026-11-01');
  await page.getByRole('button', { name: 'Compare with another date' }).click();
  await expect(page.getByText('Nothing changed: every line and every total is the same.')).toBeVisible();

  const other = await (await browser.newContext({ locale: 'es-US' })).newPage();
  await other.goto(page.url());
  await expect(other.getByText('Nada cambió: cada renglón y cada total es el mismo.')).toBeVisible();
  await other.context().close();
  await page.getByRole('button', { name: 'Close the comparison' }).click();
  await expect(page).not.toHaveURL(/compareWith/);
  await expect(result(page)).toBeVisible();
});

test('on paper there is the estimate, and nothing to press', async ({ page }) => {
  await page.goto(`${path}?${query}`);
  await expect(result(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.cost-table').first()).toBeVisible();
  for (const name of ['.cost-tools', '.cost-answers', '.changes__choice', '.own-figures .usa-button']) await expect(page.locator(name)).toBeHidden();
});

interface State {
  name: string;
  search?: string;
  answers?: Record<string, Answer>;
  arrived: (page: Page) => Promise<void>;
}

/** Another fee for the first line, one more and one less: the table of fees has only one date so far. */
function otherFees(json: Record<string, unknown>): Record<string, unknown> {
  const line = {
    code: 'acc-llc', group: 'state-filing', label: 'LLC articles of organization (ACC)', agency: null,
    low: 5000, typical: 5000, high: 5000, cadence: 'once', monthlyEquivalent: null, legalBasis: 'A.R.S. 29-851',
    source: 'azcc.gov', sourceUrl: 'https://azcc.gov/', effectiveFrom: '2026-11-01', confidence: 'verified',
    isGovernmentFee: true, isExact: true, isEditable: false, isOwnFigure: false, isOptional: false, note: null,
  };
  const { before } = json as { before: Record<string, number> };
  return {
    changes: [
      { code: 'acc-llc', kind: 'changed', cause: 'fees', before: line, after: { ...line, low: 6000, typical: 8550, high: 123450, effectiveFrom: '2027-01-01' } },
      { code: 'tpt', kind: 'added', cause: 'answers', before: null, after: { ...line, code: 'tpt', low: null, typical: null, high: null } },
      { code: 'roc', kind: 'removed', cause: 'answers', before: line, after: null },
    ],
    before,
    after: { ...before, oneTimeTypical: before.oneTimeTypical! + 3550 },
  };
}

const states: State[] = [
  {
    name: 'form with every question',
    arrived: async (page) => {
      await page.locator('#entityType').selectOption('llc');
      await page.locator('.usa-checkbox__input').first().check();
      await page.locator('.cost-more > summary').click();
      await expect(page.locator('#date')).toBeVisible();
    },
  },
  {
    name: 'form, refused',
    arrived: async (page) => {
      await page.locator('button[type="submit"]').click();
      await expect(page.locator('.error-summary')).toBeFocused();
    },
  },
  {
    name: 'form without its lists',
    answers: { '/api/lookups/counties': 404 },
    arrived: (page) => expect(page.locator('.usa-alert--error')).toBeVisible(),
  },
  {
    name: 'estimate with everything open',
    search: `?${query}`,
    arrived: async (page) => {
      await expect(result(page)).toBeVisible();
      await page.locator('.cost-answers > summary').click();
      await page.locator('.cost-chart summary').click();
      await expect(page.locator('.cost-chart__table')).toBeVisible();
    },
  },
  {
    name: 'estimate on its way',
    search: `?${query}`,
    answers: { [estimateApi]: 'never' },
    arrived: (page) => expect(page.locator('.skeleton')).toBeVisible(),
  },
  {
    name: 'estimate that cannot be had',
    search: `?${query}`,
    answers: { [estimateApi]: 404 },
    arrived: (page) => expect(page.locator('.usa-alert--error')).toBeVisible(),
  },
  {
    name: 'another day, refused',
    search: `?${query}&compareWith=2020-01-01`,
    arrived: (page) => expect(page.locator('#compareDay-error')).toBeVisible(),
  },
  {
    name: 'another day with other fees',
    search: `?${query}&compareWith=2026-11-01`,
    answers: { [changesApi]: otherFees },
    arrived: (page) => expect(page.locator('.change-row').nth(6)).toBeVisible(),
  },
  {
    name: 'comparison that has to wait',
    search: `?${query}&compareWith=2026-11-01`,
    answers: { [changesApi]: 429 },
    arrived: (page) => expect(page.locator('.too-many')).toBeVisible(),
  },
  {
    name: 'changed link',
    search: `?${query}&check=aaaaaaaaaa`,
    arrived: (page) => expect(page.locator('.usa-alert--error')).toBeVisible(),
  },
];

for (const language of Object.keys(words) as Language[]) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: words[language].locale });
    test.setTimeout(180_000);
    test.beforeEach(({ context }) => bringAxe(context));

    test('every state can be used by everybody', async ({ page }) => {
      for (const { name, search = '', answers = {}, arrived } of states) {
        await test.step(name, async () => {
          await answerWith(page, answers);
          await page.goto(path + search);
          await expect(page.locator('h1.page-heading')).toBeVisible();
          await arrived(page);
          await expectAccessible(page, name);
          await page.unrouteAll({ behavior: 'ignoreErrors' });
        });
      }
      await page.goto(`${path}?${query}`);
      await expect(result(page)).toBeVisible();
      for (const width of [1280, 640]) {
        await page.setViewportSize({ width, height: 900 });
        await expectRoomForLargeText(page, `estimate at ${width} px`);
      }
    });
  });
}
