import type { Page } from '@playwright/test';
import { areas, isAffected, pageOf } from './matrix/areas';
import { recordedWorld } from './matrix/recordedWorld';
import { languagesOf, type State } from './matrix/state';
import { bringAbout, type World } from './matrix/world';
import { isDeep } from './support/axe';
import { applicationFor, businessOf, completeAnswers } from './support/businesses';
import { newcomer } from './support/portal';
import { expect, test as base } from './support/test';
import { translatePage, translatePages } from './support/translator';

/** Each worker has two portals with recorded answers: one that nobody translates, and one that the browser translates. */
const test = base.extend<object, { portal: string; plain: World; translated: World }>({
  portal: [({}, use, { project }) => use(project.use.baseURL as string), { scope: 'worker' }],
  plain: [
    async ({ browser, portal }, use) => {
      const world = await recordedWorld(browser, portal);
      await use(world);
      await world.close();
    },
    { scope: 'worker' },
  ],
  translated: [
    async ({ browser, portal }, use) => {
      const world = await recordedWorld(browser, portal);
      await translatePages(world.page);
      await use(world);
      await world.close();
    },
    { scope: 'worker' },
  ],
});

/** The words that the page shows. Where a line ends does not count: the nodes of the translator may begin one. */
const readText = ({ page }: World): Promise<string> => page.evaluate(() => document.body.innerText.replace(/\s+/g, ' '));

/** The states that take steps, except those that break on purpose: the last one of each page, and with `--deep` all of them. */
function selectStates(states: readonly State[]): State[] {
  const taking = states.filter(({ then, breaksContract }) => then && !breaksContract);
  return isDeep ? taking : [...new Map(taking.map((state) => [pageOf(state), state])).values()];
}

// A translator changes what the web app drew from recorded answers, so these depend on the web app alone.
for (const area of areas.filter(isAffected)) {
  for (const state of selectStates(area.states)) {
    test(`${area.name}: ${state.name}`, async ({ plain, translated }) => {
      const [language] = languagesOf(state);
      await Promise.all([plain, translated].map((world) => bringAbout(world, area, state, language!)));
      await expect(async () => expect(await readText(translated)).toBe(await readText(plain))).toPass({ timeout: 30_000 });
      expect(translated.objections()).toEqual([]);
    });
  }
}

async function openApplication(page: Page, step: string): Promise<void> {
  const { email } = await newcomer(page);
  const id = await applicationFor(page.request, email, await businessOf(page.request, email), completeAnswers());
  await page.goto(`/businessapplications/applications/${id}?step=${step}`);
  await expect(page.locator('.application-form')).toBeVisible();
}

const saved = (page: Page) => expect(page.locator('.save-status')).toContainText('Saved at');

test('an application that is translated half-way keeps and saves what is typed and chosen', async ({ page }) => {
  await openApplication(page, 'company');
  const purpose = page.getByLabel(/What the company will do/);
  await purpose.fill('Repair of bicycles');
  await translatePage(page);
  await purpose.pressSequentially(' and scooters');
  await saved(page);
  await page.route('**/answers', (route) => route.abort());
  await purpose.pressSequentially(', anywhere');
  await expect(page.locator('.save-status')).toContainText('Not saved yet.');
  await page.unroute('**/answers');
  await saved(page);
  await expect(page.locator('.save-status')).not.toContainText('Not saved yet.');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Statutory agent' })).toBeFocused();
  await page.getByRole('button', { name: 'Continue' }).click();
  const choices = page.locator('.application-form').getByRole('radio');
  await choices.last().check({ force: true });
  await choices.first().check({ force: true });
  await choices.last().check({ force: true });
  await saved(page);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Statutory agent' })).toBeFocused();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(choices.last()).toBeChecked();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(purpose).toHaveValue('Repair of bicycles and scooters, anywhere');
});

test.describe(() => {
  // React reports what the boundary caught.
  test.use({ expectedComplaints: [/NotFoundError|removeChild|insertBefore/] });

  test('an application out of which something takes a text is drawn anew with what is typed', async ({ page, complaints }) => {
    await openApplication(page, 'company');
    const purpose = page.getByLabel(/What the company will do/);
    await purpose.fill('Repair of bicycles');
    await saved(page);
    await page.locator('.save-status > span').first().evaluate((status) => status.replaceChildren('Guardado'));
    await purpose.pressSequentially(' and scooters', { delay: 30 });
    await expect(page.getByText('Guardado')).toHaveCount(0);
    await expect(purpose).toBeFocused();
    await expect(purpose).toHaveValue('Repair of bicycles and scooters');
    await saved(page);
    expect(complaints).not.toEqual([]);
  });
});

test('a search that is translated shows the names of the last word only', async ({ page }) => {
  await page.goto('/businessapplications/plan/searchexisting');
  await translatePage(page);
  const word = page.getByLabel('Name, or a part of it');
  await word.pressSequentially('Desert');
  await expect(page.locator('.found-name').first()).toContainText(/desert/i);
  await word.fill('Desert S');
  await expect(page.locator('.found-name mark').first()).toHaveText(/^desert s$/i);
  await word.fill('Zzzqqq');
  await expect(page.locator('.names__empty')).toBeVisible();
  await expect(page.locator('#found')).toHaveText('No names found');
  await expect(page.locator('.found-names')).not.toContainText(/desert/i);
  await word.fill('Desert');
  await expect(page.locator('.found-name').first()).toContainText(/desert/i);
  await expect(page.locator('.found-names')).not.toContainText('No names found');
});
