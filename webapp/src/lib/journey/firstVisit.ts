import { readItem, removeItem, writeItem } from '../storage/storage';

const keyOf = (userId: string) => `saguaro.firstVisit.${encodeURIComponent(userId)}`;

/** Marks that this person is here for the first time: a required step was still open when they signed in. */
export function markFirstVisit(userId: string): void {
  writeItem(keyOf(userId), 'true');
}

/** Whether this person is here for the first time. */
export function isFirstVisit(userId: string): boolean {
  return readItem(keyOf(userId)) !== null;
}

/** Ends the first visit. */
export function endFirstVisit(userId: string): void {
  removeItem(keyOf(userId));
}
