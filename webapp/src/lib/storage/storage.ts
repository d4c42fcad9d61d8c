import { createStore } from '../store';

/**
 * A storage of the browser that never fails: if the browser forbids it or it is full, values stay in memory until the
 * page is left.
 */
function createStorage(find: () => Storage) {
  const memory = createStore(() => new Map<string, string>());

  /** Runs an operation on the browser's storage; undefined if that is impossible. */
  function attempt<T>(work: (storage: Storage) => T): T | undefined {
    try {
      return work(find());
    } catch {
      return undefined;
    }
  }

  const listKeys = () => [...new Set([...memory.current().keys(), ...(attempt(Object.keys) ?? [])])];
  const removeItem = (key: string): void => {
    memory.current().delete(key);
    attempt((storage) => storage.removeItem(key));
  };
  return {
    listKeys,
    getItem: (key: string): string | null =>
      memory.current().get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    /** Returns true if the browser stored the value, false if it is only in memory. */
    setItem: (key: string, value: string): boolean => {
      memory.current().set(key, value);
      return !!attempt((storage) => {
        storage.setItem(key, value);
        return memory.current().delete(key);
      });
    },
    removeItem,
  };
}

/** Creates a storage that never fails. */
export type SafeStorage = ReturnType<typeof createStorage>;

/** Local storage: shared by all tabs, and kept after they close. */
export const lastingStorage = createStorage(() => window.localStorage);

/** Session storage: kept in this tab when it reloads, or visits another site and returns. */
export const tabStorage = createStorage(() => window.sessionStorage);

/** Read, write and remove a value of local storage. */
export const { getItem: readItem, setItem: writeItem, removeItem } = lastingStorage;

/** Lists the keys of local storage that start with the prefix. */
export const listKeysWithPrefix = (prefix: string): string[] =>
  lastingStorage.listKeys().filter((key) => key.startsWith(prefix));
