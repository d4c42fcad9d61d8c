import { areas, thoroughStates } from './matrix/areas';
import { recordedWorld } from './matrix/recordedWorld';
import { bringAbout } from './matrix/world';
import { expect, test } from './support/test';

/** A word of 60 letters, in place of names, and before the @ of e-mail addresses. */
const longWord = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft'.slice(0, 60);
const names = /delgado|ochoa|ocotillo|whitehorse|begay|lantern|\b[a-z.]+(?=@example)/gi;

for (const { name, ...area } of areas) {
  test(`${name}: no page scrolls sideways at 320 px with words of 60 letters`, async ({ browser, baseURL }) => {
    const world = await recordedWorld(browser, baseURL ?? '', (text) => text.replaceAll(names, longWord));
    const { page } = world;
    for (const state of area.states.filter((each) => thoroughStates.has(each))) {
      await bringAbout(world, { name, ...area }, state, 'en');
      await page.setViewportSize({ width: 320, height: 800 });
      // Menus that the width closes take a moment.
      await expect.soft(page.locator('html'), state.name).toHaveJSProperty('scrollWidth', 320, { timeout: 2000 });
    }
    await world.close();
  });
}
