import { tabStorage, type SafeStorage } from './storage';

/** More than a sign-in keeps, in characters. */
const testLength = 4096;

/** True if the browser keeps what this tab stores, so that it is there after the way to another site and back. */
export function isTabStoragePersistent(): boolean {
  const key = 'saguaro.kept';
  const isKept = tabStorage.setItem(key, ' '.repeat(testLength));
  tabStorage.removeItem(key);
  return isKept;
}

/** A safe storage as an object of the browser's kind, for libraries that want one. */
export const toBrowserStorage = ({ getItem, setItem, removeItem, listKeys }: SafeStorage): Storage => ({
  get length() {
    return listKeys().length;
  },
  key: (index) => listKeys()[index] ?? null,
  getItem,
  setItem,
  removeItem,
  clear: () => listKeys().forEach(removeItem),
});
