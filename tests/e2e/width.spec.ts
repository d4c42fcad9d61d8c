import type { Page } from '@playwright/test';
import { areas, thoroughStates } from './matrix/areas';
import { recordedWorld } from './matrix/recordedWorld';
import { bringAbout } from './matrix/world';
import { expect, test } from './support/test';

/** A word of 60 letters, in place of names, and before the @ of email addresses. */
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

/** Buttons and links outside of sentences that are too small to touch; the skip link is for keys. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.locator('a[href]:not(.usa-skipnav), button, summary').evaluateAll((targets) =>
    targets
      .filter((target) => target.checkVisibility({ visibilityProperty: true }) && getComputedStyle(target).display !== 'inline')
      .map((target) => ({ name: target.className || target.textContent, box: target.getBoundingClientRect() }))
      .filter(({ box }) => Math.min(box.width, box.height) < 44)
      .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
  );

test.describe('targets at 390 px', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('are large enough on the landing page', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Privacy' })).toBeVisible();
    await expect.poll(() => smallTargets(page)).toEqual([]);
  });

  test.describe('of a resident', () => {
    test.use({ signedInAs: 'resident@example.com' });

    test('are large enough on the dashboard', async ({ page }) => {
      await page.goto('/dashboard');
      await page.locator('details:has(.masked) > summary').filter({ visible: true }).first().click();
      await expect(page.locator('.masked').filter({ visible: true })).not.toHaveCount(0);
      await expect(page.locator('.skeleton')).toHaveCount(0);
      await expect.poll(() => smallTargets(page)).toEqual([]);
    });
  });
});
