/**
 * A value that a page stores outside of its components, with listeners for its changes.
 *
 * The linter requires a store for all state of a module, so that tests can reset a page without loading its modules
 * again.
 */
export interface Store<S> {
  /** Returns the value; the same one until the next `set`. */
  readonly current: () => S;
  readonly set: (next: S) => void;
  /** Calls the listener after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

const resets = new Set<() => void>();

/**
 * Creates a store that starts with the result of `initial`.
 *
 * @param release cleans up the last value when the page is reset
 */
export function createStore<S>(initial: () => S, release?: (last: S) => void): Store<S> {
  let state = initial();
  const listeners = new Set<() => void>();
  resets.add(() => {
    release?.(state);
    listeners.clear();
    state = initial();
  });
  return {
    current: () => state,
    set(next) {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Resets every store of the page. */
export function resetStores(): void {
  for (const reset of resets) reset();
}
