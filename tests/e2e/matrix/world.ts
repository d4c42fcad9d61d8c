import type { Page } from '@playwright/test';
import { words, type Language } from '../support/words';
import { languagesOf, type Answers, type Area, type Facts, type Scene, type State } from './state';

/** A portal in which the states can be brought about. */
export interface World {
  page: Page;
  /** Gets ready for a state: who looks is signed in, nothing of a state before is left. */
  begin: (area: Area, state: State, language: Language) => Promise<Scene>;
  /** Answers in another language from now on, where the page itself may change to it. */
  speak?: (area: Area, state: State, language: Language) => Scene;
  /** What went wrong behind the page since the state began. */
  objections: () => string[];
  close: () => Promise<void>;
}

/** The answers of a state, the newest first. */
export class StateAnswers {
  answers: Answers = {};

  /** What a state has to do with, whose answers these are from now on. */
  scene(state: State, language: Language, facts: Facts, elsewhere: Scene['elsewhere']): Scene {
    this.answers = {};
    const answer = async (more: Answers) => void (this.answers = { ...more, ...this.answers });
    const scene: Scene = { say: words[language], language, facts, answer, elsewhere };
    this.answers = (typeof state.answers === 'function' ? state.answers(scene) : state.answers) ?? {};
    return scene;
  }
}

/** Leaves the page before, and puts what a state needs into the browser's storage. */
export async function startAnew(page: Page, kept: Record<string, string>): Promise<void> {
  await page.context().setOffline(false);
  await page.setViewportSize({ width: 1280, height: 900 });
  // A document of the same origin that is no page of the portal.
  await page.goto('/robots.txt');
  await page.evaluate((items) => {
    localStorage.clear();
    sessionStorage.clear();
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, kept);
}

/** Not by every frame: each that is asked for is drawn. */
const waitingFor = { polling: 50, timeout: 20_000 };

/** Parts that wait for the portal. A progress bar at its end only fades. */
export const waiting = '.skeleton, .loading-screen, .progress__bar:not([style*="translate3d(0%"]), [aria-busy="true"], .service-card [role="status"]';

async function isThere(page: Page, state: State): Promise<void> {
  await page.waitForFunction(
    ([arrived, busy]) => {
      const isShown = [...document.querySelectorAll(arrived as string)].some((element) => element.checkVisibility() && element.getClientRects().length > 0);
      return isShown && (busy === null || document.querySelector(busy as string) === null);
    },
    // Not the heading of the loading screen.
    [state.arrived ?? 'h1.page-heading', state.isWaiting ? null : waiting],
    waitingFor,
  );
}

const pathOf = ({ path }: State, scene: Scene): string => (typeof path === 'function' ? path(scene) : path);

/** Brings the page into a state. */
export async function bringAbout(world: World, area: Area, state: State, language: Language): Promise<void> {
  const { page } = world;
  const scene = await world.begin(area, state, language);
  await page.goto(pathOf(state, scene), { waitUntil: 'domcontentloaded' });
  await isThere(page, state);
  if (!state.then) return;
  await state.then(page, scene);
  if (!state.isWaiting) await page.waitForFunction((busy) => document.querySelector(busy) === null, waiting, waitingFor);
}

/**
 * Brings the page from a state in one language into the same state in another: by the page's own button, unless the
 * state is elsewhere in that language, or what the person did has left sentences behind that are not said again.
 */
export async function bringIntoLanguage(world: World, area: Area, state: State, language: Language): Promise<void> {
  const { page } = world;
  const button = page.locator('.language-switch');
  if (state.then || !world.speak || !(await button.isVisible())) return bringAbout(world, area, state, language);
  const scene = world.speak(area, state, language);
  const places = new Set(languagesOf(state).map((each) => pathOf(state, { ...scene, language: each })));
  if (places.size > 1) return bringAbout(world, area, state, language);
  await button.click();
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language, waitingFor);
  // By the second frame whatever is asked for in the language has been asked for.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return isThere(page, state);
}
