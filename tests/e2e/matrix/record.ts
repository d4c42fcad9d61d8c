import { expect, test } from '@playwright/test';
import { areas } from './areas';
import { LiveWorld } from './liveWorld';
import { Recorder } from './recordings';
import { languagesOf, type Who } from './state';
import { bringAbout } from './world';

for (const who of new Set<Who>(areas.map((area) => area.who))) {
  test(`what ${who} gets is recorded`, async ({ browser, baseURL }) => {
    test.setTimeout(3_600_000);
    const recorder = new Recorder();
    const world = await LiveWorld.open(browser, baseURL as string, recorder);
    const failures: string[] = [];
    for (const area of areas.filter((each) => each.who === who)) {
      for (const state of area.states) {
        for (const language of languagesOf(state)) {
          await bringAbout(world, area, state, language).catch((error: unknown) => failures.push(`${area.name}: ${state.name} in ${language}: ${String(error)}`));
        }
      }
    }
    await world.finish();
    expect(failures).toEqual([]);
    recorder.write(who, world.person(who));
    await world.close();
  });
}
