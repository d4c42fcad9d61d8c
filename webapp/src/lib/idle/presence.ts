const listeners = new Set<() => void>();
let isHere = true;

/** Whether the idle watch takes the person for present: until it asks whether anybody is still there. */
export const presence = {
  isHere: (): boolean => isHere,

  /** Tells what the idle watch sees. */
  note(next: boolean): void {
    if (next === isHere) return;
    isHere = next;
    for (const listener of listeners) listener();
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
