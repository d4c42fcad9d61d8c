import { createStore } from '../store';

const store = createStore(() => true);

/** True until the idle watch asks the person if they are still there. */
export const presence = {
  isHere: store.current,

  /** Sets the result of the idle watch. */
  set(next: boolean): void {
    if (next !== store.current()) store.set(next);
  },

  subscribe: store.subscribe,
};
