import type { Page } from '@playwright/test';
import { words, type Language } from '../support/words';
import type { Answers, Area, Facts, Scene, State } from './state';

/** A portal in which the states can be brought about. */
export interface World {
  page: Page;
  /** Gets ready for a state: who looks is signed in, nothing of a state before is left. */
  begin: (area: Area, state: State, language: Language) => Promise<Scene>;
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

/** In which of its parts something waits for the portal. */
const waiting = '.skeleton, .loading-screen, #nprogress, [aria-busy="true"], .service-card [role="status"]';

async function isThere(page: Page, state: State): Promise<void> {
  await page.waitForFunction(
    ([arrived, busy]) => {
      const isShown = [...document.querySelectorAll(arrived as string)].some((element) => element.checkVisibility() && element.getClientRects().length > 0);
      return isShown && (busy === null || document.querySelector(busy as string) === null);
    },
    // Not the heading of the loading screen.
    [state.arrived ?? 'h1.page-heading', state.isWaiting ? null : waiting],
    { polling: 'raf', timeout: 20_000 },
  );
}

/** Brings the page into a state. */
export async function bringAbout(world: World, area: Area, state: State, language: Language): Promise<void> {
  const { page } = world;
  const scene = await world.begin(area, state, language);
  await page.goto(typeof state.path === 'function' ? state.path(scene) : state.path, { waitUntil: 'domcontentloaded' });
  await isThere(page, state);
  if (!state.then) return;
  await state.then(page, scene);
  if (!state.isWaiting) await page.waitForFunction((busy) => document.querySelector(busy) === null, waiting, { polling: 'raf', timeout: 20_000 });
}
