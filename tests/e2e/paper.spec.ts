import type { Browser } from '@playwright/test';
import { areas, isAffected, thoroughStates } from './matrix/areas';
import { recordedWorld } from './matrix/recordedWorld';
import type { Area, State } from './matrix/state';
import { bringAbout, type World } from './matrix/world';
import { isDeep } from './support/axe';
import { listPaperFaults, printSheets, readScreen } from './support/paper';
import { expect, test as base } from './support/test';

/** A word of 200 letters, in place of names. */
const longWord = 'Donaudampfschifffahrtselektrizitatenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3).slice(0, 200);
const names = /delgado|ochoa|ocotillo|whitehorse|begay|lantern/gi;

type Open = (browser: Browser, portal: string) => Promise<World>;

/** Windows of which each worker keeps one. */
const windows: { name: string; width: number; open: Open }[] = [
  { name: '1280 px', width: 1280, open: (browser, portal) => recordedWorld(browser, portal) },
  {
    name: '390 px with words of 200 letters',
    width: 390,
    open: (browser, portal) => recordedWorld(browser, portal, (text) => text.replaceAll(names, longWord)),
  },
];

const test = base.extend<object, { portal: string; worlds: World[] }>({
  portal: [({}, use, { project }) => use(project.use.baseURL as string), { scope: 'worker' }],
  worlds: [
    async ({ browser, portal }, use) => {
      const worlds = await Promise.all(windows.map(({ open }) => open(browser, portal)));
      await use(worlds);
      await Promise.all(worlds.map((world) => world.close()));
    },
    { scope: 'worker' },
  ],
});

/** The states to print: one of each page, and with `--deep` all that wait for nothing. Help pages share one form. */
const selectStates = ({ states, isWrittenTwice }: Area): State[] =>
  isDeep ? states.filter(({ isWaiting }) => !isWaiting) : states.filter((state) => thoroughStates.has(state)).slice(0, isWrittenTwice ? 2 : undefined);

/** Areas in which agencies and people write, and whose pages have another form on a phone. */
const areasWithNames = new Set(['dashboard', 'messages', 'transactions', 'businesses and applications', 'access log']);
const selectWindows = ({ name }: Area) => (isDeep || areasWithNames.has(name) ? windows : windows.slice(0, 1));

// The print of recorded answers depends on the web app alone.
for (const area of areas.filter(isAffected)) {
  for (const state of selectStates(area)) {
    test(`${area.name}: ${state.name}`, async ({ worlds }) => {
      for (const [index, { name, width }] of selectWindows(area).entries()) {
        const { page } = worlds[index]!;
        await bringAbout(worlds[index]!, area, state, 'en');
        await page.setViewportSize({ width, height: 800 });
        // People print after they scroll, and with animations on.
        await page.evaluate(() => scrollTo(0, 300));
        const screen = await readScreen(page);
        await page.emulateMedia({ reducedMotion: 'no-preference' });
        const sheets = await printSheets(page);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        expect.soft(listPaperFaults(sheets, screen), `printed from ${name}`).toEqual([]);
        if (state.path === '/dashboard' && thoroughStates.has(state) && width === 1280) expect.soft(sheets.length, 'sheets').toBeLessThanOrEqual(2);
      }
    });
  }
}
