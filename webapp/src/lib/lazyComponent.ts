import { createElement, lazy, useState, type ComponentType } from 'react';
import { reload } from './browser';
import { paths } from './paths';
import { tabStorage } from './storage/storage';
import { createStore } from './store';

const failures = createStore<readonly (() => void)[]>(() => []);

/**
 * Creates a component that is loaded when it is first shown, once for the page. `getLoaded` returns the component if
 * something else has loaded it: then it is shown without waiting. React would show the fallback for 300 ms at least.
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
 * Lets what could not be loaded be loaded anew when it is shown again. Not before: React asks for a component once
 * more when its loading has failed, and without a network that would never end.
 *
 * Returns whether there was anything.
 */
export function clearFailures(): boolean {
  const found = failures.current();
  for (const forget of found) forget();
  failures.set([]);
  return found.length > 0;
}

/**
 * Loads the page anew if the portal answers, once for each address of a build: its scripts may be gone after a release.
 * Returns whether it does.
 */
export async function reloadAfterRelease(): Promise<boolean> {
  const key = `saguaro.reloaded ${import.meta.url} ${window.location.pathname}`;
  if (tabStorage.getItem(key)) return false;
  try {
    const { ok } = await fetch(paths.landing, { cache: 'no-store' });
    // A tab that forgets would load anew without end.
    if (!ok || !tabStorage.setItem(key, 'once')) return false;
  } catch {
    return false;
  }
  reload();
  return true;
}
