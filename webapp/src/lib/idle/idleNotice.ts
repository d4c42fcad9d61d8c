import { readItem, removeItem, writeItem } from '../storage/storage';

const key = 'saguaro.idleSignOut';

/** The minutes that the words after an idle sign-out speak of, by the specification. */
export function idleMinutes(idleMilliseconds: number): number {
  return Math.max(1, Math.round(Math.round(idleMilliseconds / 1000) / 60));
}

/** Leaves word for the page after the sign-out. */
export function leaveIdleNotice(minutes: number): void {
  writeItem(key, String(minutes));
}

/** The minutes of which the person has to be told, given out once; null when there is nothing to tell. */
export function takeIdleNotice(): number | null {
  const minutes = Number(readItem(key));
  removeItem(key);
  return Number.isFinite(minutes) && minutes >= 1 ? minutes : null;
}
