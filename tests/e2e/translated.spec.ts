import { areas, pageOf } from './matrix/areas';
import { recordedWorld } from './matrix/recordedWorld';
import { languagesOf, type State } from './matrix/state';
import { bringAbout, type World } from './matrix/world';
import { isDeep } from './support/axe';
import { expect, test as base } from './support/test';
import { translatePages } from './support/translator';

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
const textOf = ({ page }: World): Promise<string> => page.evaluate(() => document.body.innerText.replace(/\s+/g, ' '));

/** The states that take steps: the last one of each page, and with `--deep` all of them. */
function selectStates(states: readonly State[]): State[] {
  const taking = states.filter(({ then }) => then);
  return isDeep ? taking : [...new Map(taking.map((state) => [pageOf(state), state])).values()];
}

for (const area of areas) {
  for (const state of selectStates(area.states)) {
    test(`${area.name}: ${state.name}`, async ({ plain, translated }) => {
      const [language] = languagesOf(state);
      const faults: string[] = [];
      translated.page.removeAllListeners('pageerror').on('pageerror', (error) => faults.push(String(error)));
      await Promise.all([plain, translated].map((world) => bringAbout(world, area, state, language!)));
      await expect(async () => expect(await textOf(translated)).toBe(await textOf(plain))).toPass({ timeout: 5_000 });
      expect(faults).toEqual([]);
    });
  }
}
