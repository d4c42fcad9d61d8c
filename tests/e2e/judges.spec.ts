import { mkdirSync } from 'node:fs';
import { areas, thoroughStates } from './matrix/areas';
import { recordedWorld } from './matrix/recordedWorld';
import { languagesOf, type Area, type State } from './matrix/state';
import { bringAbout, bringIntoLanguage } from './matrix/world';
import { exceptions } from './support/judgeExceptions';
import { createCodesnifferJudge, createIbmJudge, createNuJudge, hasJava, type Judge } from './support/judges';
import { expect, test } from './support/test';

/** Selects the state of each page that the judges see. Help pages share one form. */
const selectStates = ({ states, isWrittenTwice }: Area): State[] =>
  states.filter((state) => thoroughStates.has(state)).slice(0, isWrittenTwice ? 2 : undefined);

const judges = {
  'IBM Equal Access': createIbmJudge,
  HTML_CodeSniffer: createCodesnifferJudge,
  'W3C Nu HTML checker': (folder) => {
    test.skip(!hasJava(), 'W3C’s checker needs Java, and no program `java` is on PATH: install Debian’s default-jre-headless.');
    mkdirSync(folder, { recursive: true });
    return createNuJudge(folder);
  },
} satisfies Record<string, (folder: string) => Judge>;

for (const [name, create] of Object.entries(judges)) {
  test(`${name} finds nothing in one state of each page`, async ({ browser, baseURL }, testInfo) => {
    test.setTimeout(15 * 60_000);
    const judge = create(testInfo.outputPath('pages'));
    const world = await recordedWorld(browser, baseURL!);
    for (const area of areas) {
      for (const state of selectStates(area)) {
        for (const [place, language] of languagesOf(state).entries()) {
          await (place === 0 ? bringAbout : bringIntoLanguage)(world, area, state, language);
          // Judges miss the labels and headings of what is folded away.
          await world.page.evaluate(() => {
            for (const fold of document.querySelectorAll('details')) fold.open = true;
          });
          await judge.look(world.page, `${area.name}: ${state.name}`);
        }
      }
    }
    await world.close();

    const ownExceptions = exceptions.filter((exception) => exception.judge === name);
    const unmatched = new Set(ownExceptions.filter(({ isBrief }) => !isBrief));
    const faults = (await judge.listFindings()).filter(({ rule, element, state }) => {
      const matching = ownExceptions.filter(
        (exception) => exception.rule === rule && exception.element.test(element) && (exception.state ?? state) === state,
      );
      for (const exception of matching) unmatched.delete(exception);
      return matching.length === 0;
    });
    expect.soft(faults, 'faults').toEqual([]);
    expect([...unmatched], 'exceptions that match nothing').toEqual([]);
  });
}
