import { createElement, lazy, type ComponentType } from 'react';
import { createStore } from './store';

const failures = createStore<readonly (() => void)[]>(() => []);

/** A component that is loaded when it is first shown, once for the page. */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
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
    return createElement(loaded.current(), properties);
  };
}

/**
 * Lets what could not be loaded be loaded anew when it is shown again. Not before: React asks for a component once
 * more when its loading has failed, and without a network that would never end.
 */
export function forgetFailures(): void {
  for (const forget of failures.current()) forget();
  failures.set([]);
}
