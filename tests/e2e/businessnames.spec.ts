import type { Page } from '@playwright/test';
import { signIn } from './support/identityProvider';
import { afterRequestsOf } from './support/polling';
import { settled } from './support/portal';
import { expect, test } from './support/test';

const plan = '/businessapplications/plan';
const search = `${plan}/searchexisting`;
const decide = `${plan}/decideyourname`;
const searchApi = '/api/businessapplications/businessnames/search?**';

const names = (page: Page) => page.locator('.found-name');
const checkOf = (name: string, entityType = 'llc') => `${decide}?${new URLSearchParams({ name, entityType })}`;

/** A name that no test before has reserved, and that is like no generated one. */
const unheardOf = () => `${[...crypto.randomUUID().replaceAll(/[^a-f]/g, '')].map((letter) => letter + 'uq').join('')} Yarrow LLC`;

test('from an idea to a checked name and the costs, on a phone and without an account', async ({ page }) => {
  const name = unheardOf();
  const typed = name.replace(/ LLC$/, '');
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(plan);
  await page.getByLabel('What the business does').selectOption('Accounting');
  await page.getByLabel('County of the business').selectOption('Pima');
  await page.getByLabel('City or town').selectOption('Tucson');
  await page.getByLabel('What is the business structure?').selectOption('Limited liability company (LLC)');
  await page.getByLabel('Name you would like').fill(typed);
  await page.getByRole('link', { name: 'Check the name' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Decide on your name' })).toBeFocused();
  // Without its ending the name is not given up: one tap adds it.
  await expect(page.getByText('The name needs an ending')).toBeVisible();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveTitle('Decide on your name | Saguaro');
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /with a source for each rule/);
  await expect(page.getByText('This name is available')).toBeVisible();
  await expect(page.getByText('does not give you a trademark').locator('..').locator('..')).toContainText('Source: Arizona Corporation Commission');
  await expect(page.locator('.word').filter({ hasText: 'LLC' })).toContainText('Not compared');
  for (const sentence of await page.locator('.reasons > li, .word__rule').all()) await expect(sentence.locator('.source')).toHaveText(/^(Source: .+|Said by this portal)$/);

  await page.getByRole('link', { name: 'Estimate the costs for this kind of business' }).click();
  await expect(page.getByLabel('County of the business')).toHaveValue('pima');
  await page.goBack();
  await page.getByRole('link', { name: 'Back to your plan' }).click();
  await page.getByRole('link', { name: 'Estimate your costs' }).click();
  await page.getByLabel('County of the statutory agent').selectOption('Pima');
  await expect(page.getByLabel('The business is inside a city or town')).toBeChecked();
  await page.getByRole('button', { name: 'Show my estimate' }).click();
  await expect(page.locator('#estimate')).toBeFocused();
  for (const row of await page.locator('.cost-row').all()) await expect(row.locator('.cost-row__details')).toContainText(/\S{3,}/);

  await page.goto(plan);
  await expect(page.getByLabel('Name you would like')).toHaveValue(typed);
  await page.getByRole('button', { name: 'Clear my answers' }).click();
  await page.reload();
  await expect(page.getByLabel('Name you would like')).toHaveValue('');
});

test('the search answers as one types, and the address carries it', async ({ page, browser }) => {
  await page.goto(search);
  await page.getByLabel('Name, or a part of it').pressSequentially('agave');
  await expect(names(page).first().locator('mark')).toHaveText(/^agave$/i);
  await expect(page).toHaveURL(/\?name=agave$/);
  await expect(page.getByText(/As of .*20\d\d/)).toBeVisible();
  const before = await names(page).count();
  // A name opens its page, which leads back to the same search.
  const opened = names(page).first().getByRole('link');
  const title = (await opened.textContent()) ?? '';
  await opened.click();
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeFocused();
  await expect(page).toHaveTitle(`${title} | Saguaro`);
  await expect(page.locator('.fact-grid')).toContainText('Status');
  await page.getByRole('link', { name: 'Back to the search' }).click();
  await expect(page).toHaveURL(/\?name=agave$/);
  await expect(names(page)).toHaveCount(before);
  await page.getByRole('button', { name: 'Show more names' }).press('Enter');
  await expect(names(page).nth(before)).toBeFocused();

  await page.getByText('Narrow the search').click();
  await page.getByLabel('Type of match').selectOption('Contains it');
  await page.getByLabel('Entity type').selectOption('Corporation');
  await page.getByLabel('Name, or a part of it').fill('gave');
  await expect(names(page).first().locator('mark')).toHaveText(/^gave$/i);
  for (const row of await names(page).all()) await expect(row).toContainText('Corporation');
  const [first] = await names(page).allInnerTexts();

  const other = await (await browser.newContext({ locale: 'es-US' })).newPage();
  await other.goto(page.url());
  await expect(other.getByLabel('Tipo de entidad')).toHaveValue('corporation');
  await expect(names(other).first().locator('.found-name__name')).toHaveText(first?.split('\n')[0] ?? '');
  await other.context().close();
});

test('one city at a time, in the address too', async ({ page }) => {
  await page.goto(`${search}?name=a`);
  await page.getByText('Narrow the search').click();
  await page.getByLabel('City or town').selectOption('Flagstaff');
  await expect(page).toHaveURL(/city=Flagstaff/);
  await expect(page.getByText('Names that are only reserved have no city yet')).toBeVisible();
  await expect(names(page).filter({ hasNotText: 'Flagstaff' })).toHaveCount(0);
  await expect(names(page).first()).toContainText('Flagstaff');
  await page.reload();
  await expect(page.getByLabel('City or town')).toHaveValue('Flagstaff');
});

test('after too many searches it waits as long as it is told to, and goes on by itself', async ({ page }) => {
  await page.clock.install();
  let asked = 0;
  await page.route(`**${searchApi}`, async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    return route.fulfill({
      status: 429,
      headers: { 'Retry-After': '60' },
      json: { code: 'tooManyRequests', message: 'Too many requests.', requestId: 'a1' },
    });
  });
  await page.goto(`${search}?name=aga`);
  await expect(page.getByText('Too many searches at once')).toBeVisible();
  await expect(page.getByText(/[1-6]?\d seconds? left/)).toBeVisible();
  await page.getByLabel('Name, or a part of it').fill('agave');
  await page.clock.fastForward(20_000);
  await afterRequestsOf(page);
  expect(asked).toBe(1);
  await page.clock.fastForward(40_000);
  await expect(names(page).first().locator('mark')).toHaveText(/^agave$/i);
  await expect(page.getByText('Too many searches at once')).toHaveCount(0);
});

test('a visitor signs in and comes back, reserves the name, and a second person is told', async ({ page, browser }) => {
  const name = unheardOf();
  await page.goto(checkOf(name));
  await expect(page.getByText('The state charges $10')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in to reserve it' }).click();
  await signIn(page, 'resident@example.com');
  await expect(page).toHaveURL(checkOf(name));

  const rival = await (await browser.newContext()).newPage();
  await settled(rival, checkOf(name.toLowerCase().replace(' llc', ', L.L.C.')));
  await expect(rival.getByText('This name is available')).toBeVisible();

  await page.getByRole('button', { name: 'Reserve this name for 120 days' }).click();
  await expect(page.getByRole('dialog')).toContainText('Source:');
  await page.getByRole('button', { name: 'Reserve the name' }).click();
  await expect(page.getByText('You reserved this name')).toBeVisible();
  const own = page.locator('.reservations .rival').filter({ hasText: name });
  await expect(own).toContainText('until');

  await rival.getByRole('button', { name: 'Reserve this name for 120 days' }).click();
  await rival.getByRole('button', { name: 'Reserve the name' }).click();
  await expect(rival.getByText(/Someone else has reserved this name until/)).toBeVisible();
  await rival.getByRole('button', { name: 'Check the name again' }).click();
  await expect(rival.getByText("This name isn’t available")).toBeVisible();
  await rival.goto(`${search}?${new URLSearchParams({ name })}`);
  await expect(names(rival).filter({ hasText: name })).toContainText('Reserved');
  await rival.context().close();

  await own.getByRole('button', { name: 'Release' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release it' }).click();
  await expect(own).toContainText('Released');
  await page.reload();
  await expect(page.getByText('This name is available')).toBeVisible();
});

test('what is hostile is a name like others, or is told what is wrong with it', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => faults.push(dialog.message()));
  // As a link does, without loading the page anew: the router knows an entry of the history by its key.
  const goTo = (address: string) =>
    page.evaluate((to) => {
      window.history.pushState({ key: to }, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, address);
  for (const path of [search, decide]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const answer = page.locator(path === search ? '.found-names, .usa-error-message' : '.verdict, .usa-alert--error').first();
    for (const name of ['"', '*', 'NEAR(a b)', '\u0000', 'a'.repeat(10_000), '🌵🌵', 'x', '<img src=x onerror=alert(1)>', "' OR 1=1 --", '%', 'اسم']) {
      // Without a name first, so that no answer is taken for that of the name before.
      await goTo(path);
      await expect(answer).toHaveCount(0);
      await goTo(`${path}?${new URLSearchParams({ name, entityType: 'llc' })}`);
      await expect(answer, `${path}: ${name.slice(0, 40)}`).toBeVisible();
      await expect(page.getByText('We can’t search names right now')).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    }
  }
  expect(faults).toEqual([]);
});
