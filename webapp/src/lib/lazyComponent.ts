import { createElement, lazy, useState, type ComponentType } from 'react';
import { reload } from './browser';
import { paths } from './paths';
import { tabStorage } from './storage/storage';
import { createStore } from './store';

const failures = createStore<readonly (() => void)[]>(() => []);

/**
 * Creates a component that is loaded when it is first shown, once for the page. If `getLoaded` returns the component,
 * it is shown at once. React would show the fallback for at least 300 ms.
 */
export function createLazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  getLoaded: () => ComponentType<P> | null = () => null,
): ComponentType<P> {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        failures.set([...failures.current(), () => loaded.set(begin())]);
        throw error;
      }
    });
  const loaded = createStore(begin);
  return function LazyComponent(properties: P) {
    const [AtHand] = useState(getLoaded);
    return createElement(AtHand ?? loaded.current(), properties);
  };
}

/**
 * Clears failed loads, so that those components load again when they are next shown. React repeats a failed load once
 * by itself, and without a network that would never end.
 *
 * Returns true if there were failures.
 */
export function clearFailures(): boolean {
  const failed = failures.current();
  for (const forget of failed) forget();
  failures.set([]);
  return failed.length > 0;
}

/**
 * Reloads the page if the portal answers, once for each address of a build: its scripts may be gone after a release.
 * Returns true if it does.
 */
export async function reloadAfterRelease(): Promise<boolean> {
  const key = `saguaro.reloaded ${import.meta.url} ${window.location.pathname}`;
  if (tabStorage.getItem(key)) return false;
  try {
    const { ok } = await fetch(paths.landing, { cache: 'no-store' });
    // Without storage the tab would reload without end.
    if (!ok || !tabStorage.setItem(key, 'once')) return false;
  } catch {
    return false;
  }
  reload();
  return true;
}
