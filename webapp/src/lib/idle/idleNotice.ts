import { readItem, removeItem, writeItem } from '../storage/storage';
import { getLastActivity } from './lastActivity';

const key = 'saguaro.idleSignOut';

/** The minutes in the notice after an idle sign-out, by the specification. */
export function countIdleMinutes(idleMilliseconds: number): number {
  return Math.max(1, Math.round(Math.round(idleMilliseconds / 1000) / 60));
}

/** Stores the notice for the page after the sign-out. */
export function storeIdleNotice(minutes: number): void {
  writeItem(key, `${minutes} ${getLastActivity() ?? ''}`);
}

/**
 * Returns the minutes for the notice once; null if there is no notice.
 *
 * Tabs that arrive at the same page at the same moment may both read the removed item: the first one holds the lock of
 * this notice as long as its page lives.
 */
export async function takeIdleNotice(): Promise<number | null> {
  const left = readItem(key);
  removeItem(key);
  const minutes = Number(left?.split(' ')[0]);
  if (!Number.isFinite(minutes) || minutes < 1) return null;
  return new Promise((resolve) => {
    void navigator.locks.request(`${key} ${left}`, { ifAvailable: true }, (lock) => {
      resolve(lock ? minutes : null);
      return lock ? new Promise<never>(() => undefined) : undefined;
    });
  });
}
