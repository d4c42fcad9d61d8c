import { readItem, writeItem } from '../storage/storage';

/** Shared by the tabs of this origin; each tells the others by the storage event. */
export const lastActivityKey = 'saguaro.lastActivity';

/** The numbers of the specification. */
export const idleTimes = {
  /** Activity within this time of the one before is not noted again. */
  sensitivity: 1_000,
  /** Between the question and the end. */
  countdown: 300_000,
  ping: 120_000,
} as const;

/** Notes that the person is active. */
export function storeActivity(now = Date.now()): void {
  writeItem(lastActivityKey, String(now));
}

/**
 * When the person was last active in any tab, by this machine's clock; null when nobody knows. It is compared only
 * with the same clock, so that a wrong one does no harm; a time that is still to come was written before the clock
 * was put back, and becomes now.
 */
export function getLastActivity(now = Date.now()): number | null {
  const noted = Number(readItem(lastActivityKey) ?? Number.NaN);
  if (!Number.isFinite(noted)) return null;
  if (noted <= now) return noted;
  storeActivity(now);
  return now;
}

/** Returns whether the session has to end for inactivity; false when no activity was ever stored. */
export function isIdleTooLong(idleSeconds: number, now = Date.now()): boolean {
  const last = getLastActivity(now);
  return last !== null && now - last >= idleSeconds * 1000 + idleTimes.countdown;
}
