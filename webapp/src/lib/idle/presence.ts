import { createStore } from '../store';

const store = createStore(() => true);

/** Whether the idle watch takes the person for present: until it asks whether anybody is still there. */
export const presence = {
  isHere: store.current,

  /** Tells what the idle watch sees. */
  set(next: boolean): void {
    if (next !== store.current()) store.set(next);
  },

  subscribe: store.subscribe,
};
