import { tabStorage, type SafeStorage } from './storage';

/** More characters than a sign-in stores. */
const testLength = 4096;

/** Returns true if the browser stores this tab's values, so that they survive a visit to another site. */
export function isTabStoragePersistent(): boolean {
  const key = 'saguaro.kept';
  const isKept = tabStorage.setItem(key, ' '.repeat(testLength));
  tabStorage.removeItem(key);
  return isKept;
}

/** Wraps a safe storage as a `Storage`, for libraries that need one. */
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
