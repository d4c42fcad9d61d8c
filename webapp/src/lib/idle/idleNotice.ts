import { readItem, removeItem, writeItem } from '../storage/storage';
import { getLastActivity } from './lastActivity';

const key = 'saguaro.idleSignOut';

/** The minutes that the words after an idle sign-out speak of, by the specification. */
export function countIdleMinutes(idleMilliseconds: number): number {
  return Math.max(1, Math.round(Math.round(idleMilliseconds / 1000) / 60));
}

/** Leaves word for the page after the sign-out. */
export function storeIdleNotice(minutes: number): void {
  writeItem(key, `${minutes} ${getLastActivity() ?? ''}`);
}

/**
 * The minutes of which the person has to be told, given out once; null when there is nothing to tell.
 *
 * Tabs that end up on the same page at the same moment may both still read what the other has removed: the first
 * keeps the lock of this notice for as long as its page lives.
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
