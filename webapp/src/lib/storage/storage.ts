import { createStore } from '../store';

/**
 * Local storage that never fails: when the browser forbids it or it is full, values live in memory until the
 * page is left.
 */
const memory = createStore(() => new Map<string, string>());

function store(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

/** The value under the key, or null. */
export function readItem(key: string): string | null {
  try {
    return memory.current().get(key) ?? store()?.getItem(key) ?? null;
  } catch {
    return memory.current().get(key) ?? null;
  }
}

/** Keeps the value under the key. */
export function writeItem(key: string, value: string): void {
  try {
    const storage = store();
    if (!storage) throw new Error();
    storage.setItem(key, value);
    memory.current().delete(key);
  } catch {
    memory.current().set(key, value);
  }
}

/** Forgets the value under the key. */
export function removeItem(key: string): void {
  memory.current().delete(key);
  try {
    store()?.removeItem(key);
  } catch {
    // What cannot be written cannot hold anything either.
  }
}

/** Every key that starts with the prefix. */
export function keysWithPrefix(prefix: string): string[] {
  const keys = new Set(memory.current().keys());
  try {
    const storage = store();
    for (let index = 0; index < (storage?.length ?? 0); index += 1) {
      const key = storage?.key(index);
      if (key) keys.add(key);
    }
  } catch {
    // A forbidden store has no keys.
  }
  return [...keys].filter((key) => key.startsWith(prefix));
}

/** The same as an object of the browser's kind, for libraries that want one. */
export const lastingStorage: Storage = {
  get length() {
    return keysWithPrefix('').length;
  },
  key: (index) => keysWithPrefix('')[index] ?? null,
  getItem: readItem,
  setItem: writeItem,
  removeItem,
  clear: () => keysWithPrefix('').forEach(removeItem),
};

/** Storage that survives a reload of this tab; undefined if the browser forbids it. */
export function tabStorage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}
