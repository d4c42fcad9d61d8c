import { createElement, lazy, type ComponentType } from 'react';
import { createStore } from './store';

/** A component that is loaded when it is first shown, once for the page. */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const loaded = createStore(() => lazy(async () => ({ default: await load() })));
  return function LazyComponent(properties: P) {
    return createElement(loaded.current(), properties);
  };
}
