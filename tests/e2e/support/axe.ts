import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect, type Page } from '@playwright/test';
import { listSmallTargets } from './targets';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const height = 900;

/** Whether everything is looked at everywhere; otherwise a rule is left out where another look covers it. */
export const isDeep = process.env.TEST_DEPTH === 'deep';

// The only rules that look at colors; all others answer the same in every scheme.
const colorRules = ['color-contrast', 'link-in-text-block'];
/** What a width can break beside colors. */
const layoutRules = ['scrollable-region-focusable', 'target-size'];
/** What another language can break: whether each thing has a name, and whether no two things have the same. */
const languageRules = [
  'area-alt', 'aria-command-name', 'aria-dialog-name', 'aria-input-field-name', 'aria-meter-name',
  'aria-progressbar-name', 'aria-toggle-field-name', 'aria-tooltip-name', 'aria-treeitem-name',
  'button-name', 'document-title', 'empty-heading', 'empty-table-header', 'form-field-multiple-labels',
  'frame-title', 'frame-title-unique', 'html-has-lang', 'html-lang-valid', 'html-xml-lang-mismatch',
  'image-alt', 'image-redundant-alt', 'input-button-name', 'input-image-alt', 'label', 'label-title-only',
  'landmark-unique', 'link-name', 'object-alt', 'role-img-alt', 'select-name', 'summary-name', 'svg-img-alt',
  'table-duplicate-name', 'td-headers-attr', 'valid-lang',
];

declare global {
  interface Window {
    axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> };
    /** The layout of the frame before, while a page settles. */
    layoutBefore?: string;
  }
}

export interface Look {
  width: number;
  scheme?: 'light' | 'dark';
  rules?: 'all' | readonly string[];
  /** Whether text is of twice the size. */
  isTextLarge?: true;
}

/** Tells if a look measures the heights of targets: each one at the width of a phone or below. */
export const areTargetsMeasured = ({ width, isTextLarge }: Look): boolean => width <= 390 && !isTextLarge;

/** The widest screen that the pages are made for; wider than their content, so that only their frame is in question. */
const atWidest: Look = { width: 1920 };
/** Text of twice the size is looked at on a wide screen, and on one half as wide. */
const largeText = { wide: { width: 1280, isTextLarge: true }, half: { width: 640, isTextLarge: true } } as const satisfies Record<string, Look>;

/** Everything at the two ends; between them what a width can change, and in the other scheme its colors at both ends. */
const looks: Look[] = [
  { width: 1280, rules: 'all' },
  { width: 1280, scheme: 'dark', rules: colorRules },
  largeText.wide,
  atWidest,
  largeText.half,
  { width: 390, rules: layoutRules },
  { width: 320, rules: 'all' },
  { width: 320, scheme: 'dark', rules: colorRules },
];

const looksInSecondLanguage: Look[] = [
  { width: 1280, rules: languageRules },
  largeText.wide,
  atWidest,
  largeText.half,
  { width: 390 },
  { width: 320, rules: languageRules },
];

/** A further state of a page: its targets on a phone, and what its own parts can break where they have the least room. */
const fewLooks: Look[] = [{ width: 390 }, { width: 320, rules: 'all' }];
const fewLooksInSecondLanguage: Look[] = [{ width: 320, rules: languageRules }];

const everything: Look[] = [
  ...[1280, 390, 320].flatMap((width) => [{ width, rules: 'all' } as const, { width, scheme: 'dark', rules: colorRules } as const]),
  largeText.wide,
  atWidest,
  largeText.half,
];

/**
 * Resolves when the page has its width and nothing in it moves from one frame to the next. Half-way through a fade
 * every text lacks contrast, so that animations are brought to their end; what turns for ever is left alone.
 */
async function layoutSettles(page: Page): Promise<void> {
  const width = page.viewportSize()?.width;
  await page.waitForFunction(
    (wanted) => {
      if (window.innerWidth !== wanted) return false;
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
      }
      // Axe scrolls while it measures: what the browser lays out only near the screen would move meanwhile.
      for (const body of document.querySelectorAll<HTMLElement>('.service-card__body')) body.style.contentVisibility = 'visible';
      const { scrollHeight, scrollWidth } = document.documentElement;
      const layout = `${wanted} ${scrollHeight} ${scrollWidth} ${document.querySelectorAll('*').length}`;
      const isSettled = window.layoutBefore === layout && document.fonts.status === 'loaded';
      window.layoutBefore = isSettled ? undefined : layout;
      return isSettled;
    },
    width,
    { polling: 'raf', timeout: 20_000 },
  );
}

async function bringAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source);
  }
}

/** What is wrong with the page as it is now, in one call: a state has a dozen of them. */
async function faults(page: Page, { rules, isTextLarge }: Look): Promise<string[]> {
  const found = await page.evaluate(
    async ({ wanted, isCutLookedFor }) => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const result = wanted && (await window.axe.run(document, { resultTypes: ['violations'], ...(wanted !== 'all' && { runOnly: [...wanted] }) }));
      const isCut = (element: HTMLElement): boolean => {
        const { overflowX, overflowY, textOverflow, clip, clipPath, position } = getComputedStyle(element);
        if (overflowX !== 'hidden' && overflowY !== 'hidden') return false;
        const isHidden = position === 'absolute' && (clip !== 'auto' || clipPath === 'inset(50%)' || element.offsetLeft < -500);
        const clipsX = overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
        const clipsY = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1;
        return !isHidden && (clipsX || clipsY) && Boolean(element.innerText?.trim());
      };
      const cut = isCutLookedFor ? [...document.querySelectorAll<HTMLElement>('body *')].filter(isCut) : [];
      return { violations: result?.violations ?? [], scrolledBy: scrollWidth - clientWidth, cut: cut.map((element) => element.className || element.tagName) };
    },
    { wanted: rules, isCutLookedFor: isTextLarge },
  );
  return [
    ...found.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`)),
    ...(found.scrolledBy > 0 ? [`scrolls sideways by ${found.scrolledBy} px`] : []),
    ...found.cut.map((element) => `cuts text off: ${element}`),
  ];
}

/** Differences of a state from the one that gets every look. */
export interface Differences {
  isSecondLanguage?: boolean;
  isFurtherState?: boolean;
}

/** The looks at a state, which docs/accessibility-report.md counts. */
export function chooseLooks({ isSecondLanguage, isFurtherState }: Differences): Look[] {
  if (isDeep) return everything;
  if (isFurtherState) return isSecondLanguage ? fewLooksInSecondLanguage : fewLooks;
  return isSecondLanguage ? looksInSecondLanguage : looks;
}

/**
 * No violation of WCAG 2.2 AA or of axe's best practices, by day and by night, nothing to scroll sideways at any
 * width, no target of less than 44 px on a phone, and with text twice as large nothing to scroll sideways and nothing that is cut off. In the second language
 * only what a language can change is looked at, and `isFurtherState` (of a page of which another state gets every look)
 * leaves the narrowest screen by day; except in depth. Leaves the page narrow.
 */
export async function expectAccessible(page: Page, state: string, differences: Differences = {}): Promise<void> {
  await bringAxe(page);
  let colorScheme: Look['scheme'] = 'light';
  for (const look of chooseLooks(differences)) {
    const { width, scheme = 'light', isTextLarge } = look;
    if (scheme !== colorScheme) await page.emulateMedia({ colorScheme: scheme });
    colorScheme = scheme;
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height });
    const place = `${state} at ${width} px${scheme === 'dark' ? ', dark' : ''}`;
    if (isTextLarge) await expectRoomForLargeText(page, place);
    else await expectFaultless(page, look, place);
  }
  await page.emulateMedia({ colorScheme: null });
}

async function expectFaultless(page: Page, look: Look, place: string): Promise<void> {
  await layoutSettles(page);
  const targets = areTargetsMeasured(look) ? await listSmallTargets(page) : [];
  expect.soft([...(await faults(page, look)), ...targets], place).toEqual([]);
}

/** With text twice as large nothing is cut off and nothing scrolls sideways, at the page's width. */
export async function expectRoomForLargeText(page: Page, place: string): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  await expectFaultless(page, { width, isTextLarge: true }, `${place}, with large text`);
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
}
