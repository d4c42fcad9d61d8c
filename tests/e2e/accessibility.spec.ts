import type { Page } from '@playwright/test';
import { areas, chooseLanguages, differencesOf, isChosen, thoroughStates } from './matrix/areas';
import { LiveWorld } from './matrix/liveWorld';
import { recordedWorld } from './matrix/recordedWorld';
import { bringAbout, bringIntoLanguage, type World } from './matrix/world';
import { expectAccessible, isDeep } from './support/axe';
import { identityUrl, signIn } from './support/identityProvider';
import { openSignIn } from './support/portal';
import { expect, test as base } from './support/test';
import { firstLanguage, words, type Language } from './support/words';

/** Each worker has one page, in which it brings about one state after the other: recorded or, in depth, live. */
const test = base.extend<object, { portal: string; world: World }>({
  portal: [({}, use, { project }) => use(project.use.baseURL as string), { scope: 'worker' }],
  world: [
    async ({ browser, portal }, use) => {
      const world = await (isDeep ? LiveWorld.open(browser, portal) : recordedWorld(browser, portal));
      await use(world);
      await world.close();
    },
    { scope: 'worker' },
  ],
});

/** A word of 60 letters, in place of names, and before the @ of email addresses. */
const longWord = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft'.slice(0, 60);

/** Expects that no page scrolls sideways at 320 px when names are as long as the longest. */
async function expectRoomForLongWords(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.evaluate((word) => {
    const names = /delgado|ochoa|ocotillo|whitehorse|begay|lantern|\b[a-z.]+(?=@example)/gi;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      walker.currentNode.nodeValue = walker.currentNode.nodeValue?.replace(names, word) ?? '';
  }, longWord);
  await expect(page.locator('html'), 'at 320 px with words of 60 letters').toHaveJSProperty(
    'scrollWidth',
    320,
    { timeout: 2000 },
  );
}

for (const area of areas) {
  test.describe(area.name, () => {
    for (const state of area.states.filter((each) => isChosen(area, each))) {
      test(state.name, async ({ world }) => {
        const { page } = world;
        const languages = chooseLanguages(state);
        for (const language of languages) {
          const isFirst = language === languages[0];
          await (isFirst ? bringAbout : bringIntoLanguage)(world, area, state, language);
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          await expectAccessible(
            page,
            `${state.name}, in ${language},`,
            differencesOf(area, state, language),
          );
          expect(world.objections(), `what went wrong in ${language}`).toEqual([]);
        }
        if (thoroughStates.has(state)) await expectRoomForLongWords(page);
      });
    }
  });
}

for (const language of Object.keys(words) as Language[]) {
  test.describe(`identity provider in ${language}`, () => {
    const say = words[language];
    test.use({ locale: say.locale });

    for (const [name, arrive] of Object.entries({
      'sign in': (page) => openSignIn(page, say),
      'sign in, refused': async (page) => {
        await openSignIn(page, say);
        await signIn(page, 'nobody@example.org', 'wrong', say);
        await expect(page.getByRole('alert')).toBeVisible();
      },
      'sign up': async (page) => {
        await openSignIn(page, say);
        await page.getByRole('link', { name: say.createAccount }).click();
        await expect(page.getByLabel(say.givenName)).toBeVisible();
      },
      outbox: async (page) => void (await page.goto(`${identityUrl}/outbox`)),
    } satisfies Record<string, (page: Page) => Promise<void>>)) {
      test(name, async ({ page }) => {
        await arrive(page);
        await expectAccessible(page, name, {
          isSecondLanguage: language !== firstLanguage,
          isFurtherState: name === 'sign in, refused',
        });
      });
    }
  });
}
