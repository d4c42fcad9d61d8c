import { readItem, writeItem } from '../storage/storage';

/** Shared by the tabs of this origin through the storage event. */
export const lastActivityKey = 'saguaro.lastActivity';

/** The numbers of the specification. */
export const idleTimes = {
  /** Activity within this time of the last one is not stored again. */
  sensitivity: 1_000,
  /** The time between the question and the sign-out. */
  countdown: 300_000,
  ping: 120_000,
} as const;

/** Stores that the person is active. */
export function storeActivity(now = Date.now()): void {
  writeItem(lastActivityKey, String(now));
}

/**
 * Returns the time of the last activity in any tab, by this machine's clock; null if it is unknown. A time in the
 * future was stored before the clock was set back, and becomes now.
 */
export function getLastActivity(now = Date.now()): number | null {
  const noted = Number(readItem(lastActivityKey) ?? Number.NaN);
  if (!Number.isFinite(noted)) return null;
  if (noted <= now) return noted;
  storeActivity(now);
  return now;
}

/** Returns true if the session must end for inactivity; false if no activity was ever stored. */
export function isIdleTooLong(idleSeconds: number, now = Date.now()): boolean {
  const last = getLastActivity(now);
  return last !== null && now - last >= idleSeconds * 1000 + idleTimes.countdown;
}
