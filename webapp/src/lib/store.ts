/**
 * A value that a page keeps outside of its components, with listeners for its changes.
 *
 * Everything that a module remembers is in a store, which the linter sees to: a page can then start over without its
 * modules being loaded again.
 */
export interface Store<S> {
  /** The value; the same one until the next `set`. */
  readonly current: () => S;
  readonly set: (next: S) => void;
  /** Calls the listener after each change, until the answered function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

const resets = new Set<() => void>();

/**
 * A store that starts with what `initial` makes.
 *
 * @param release ends what the last value has begun, when the page starts over
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

/** Brings every store of the page back to its start. */
export function resetStores(): void {
  for (const reset of resets) reset();
}
