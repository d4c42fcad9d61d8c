import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect, type BrowserContext, type Page } from '@playwright/test';

const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export const widths = [1280, 390, 320] as const;
/** The widest screen that the pages are made for; wider than their content, so that only their frame is in question. */
const widest = 1920;

// The only rules that look at colours; all others answer the same in every scheme.
const colorRules = ['color-contrast', 'link-in-text-block'];

declare global {
  interface Window {
    axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> };
  }
}

/** Puts axe into every page and frame that the context opens from now on. */
export const bringAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript({ path: source });

/** Half-way through a fade every text lacks contrast; what turns for ever is left alone. */
function finishAnimations(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
  }
}

/** Axe scrolls while it measures: what the browser lays out only near the screen would move meanwhile. */
function layOutAll(): void {
  for (const body of document.querySelectorAll<HTMLElement>('.service-card__body')) body.style.contentVisibility = 'visible';
}

async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(finishAnimations);
  await page.evaluate(layOutAll);
  const found = await page.evaluate(
    (only) => window.axe.run(document, { resultTypes: ['violations'], ...(only && { runOnly: only }) }),
    rules,
  );
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`));
}

const sidewaysOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * No violation of WCAG 2.2 AA or of axe's best practices, by day and by night, and nothing to scroll sideways,
 * at every width. The context must have axe (`bringAxe`).
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    expect.soft(await violations(page), `${state} at ${width} px`).toEqual([]);
    expect.soft(await sidewaysOverflow(page), `${state} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect.soft(await violations(page, colorRules), `${state} at ${width} px, dark`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: widest, height: 900 });
  expect.soft(await sidewaysOverflow(page), `${state} at ${widest} px scrolls sideways`).toBeLessThanOrEqual(0);
  if (before) await page.setViewportSize(before);
}

/** With text twice as large nothing is cut off and nothing scrolls sideways. */
export async function expectRoomForLargeText(page: Page, state: string): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect.soft(await sidewaysOverflow(page), `${state} with large text scrolls sideways`).toBeLessThanOrEqual(0);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { overflowX, overflowY, textOverflow, clip, position } = getComputedStyle(element);
        const isHidden = position === 'absolute' && (clip !== 'auto' || element.offsetLeft < -500);
        const clipsX = overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
        const clipsY = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1;
        return !isHidden && element.innerText?.trim() && (clipsX || clipsY);
      })
      .map((element) => element.className || element.tagName),
  );
  expect.soft(cut, `${state} with large text cuts text off`).toEqual([]);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
}
