import type { ComponentType } from 'react';
import { createLazyComponent } from '@/lib/lazyComponent';
import type { paths } from '@/lib/paths';
import { runWithProgress } from '@/lib/progress/progress';
import { createStore } from '@/lib/store';
import type { PageComponent } from '@/lib/api/firstReads';
import { loadTexts } from './texts';

export type PathName = keyof typeof paths;

/** Access to a page. Each value admits fewer people than the one before, except `unregistered`. */
export type Guard = 'everybody' | 'unregistered' | 'registered' | 'accepted' | 'government' | 'support';

export interface Page {
  guard: Guard;
  Component: ComponentType;
  /** Loads the page and its texts before it is shown; later calls use the loaded ones. */
  preload: () => Promise<PageComponent>;
  /** The addresses below the page's own that show a part of it. */
  parts: readonly PathName[];
}

/**
 * Creates a page that is loaded with its feature's texts when it is first shown or a link to it is used.
 *
 * @param name the page's export of the module
 * @param parts the addresses below the page's own that show a part of it
 */
export function createPage<N extends string = 'default'>(
  guard: Guard,
  feature: string,
  load: () => Promise<Record<N, PageComponent>>,
  name = 'default' as N,
  parts: readonly PathName[] = [],
): Page {
  const loaded = createStore<PageComponent | null>(() => null);
  const preload = async () => {
    const [module] = await Promise.all([load(), loadTexts(feature)]);
    loaded.set(module[name]);
    return module[name];
  };
  const Component = createLazyComponent(() => runWithProgress(preload), loaded.current);
  return { guard, Component, preload, parts };
}
