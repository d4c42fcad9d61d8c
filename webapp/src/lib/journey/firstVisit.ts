import { readItem, removeItem, writeItem } from '../storage/storage';

const keyOf = (userId: string) => `saguaro.firstVisit.${encodeURIComponent(userId)}`;
const welcomedKeyOf = (userId: string) => `saguaro.welcomed.${encodeURIComponent(userId)}`;

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

/** Whether this person is to be welcomed: on the first visit, until they have seen enough of the welcome. */
export function isToBeWelcomed(userId: string): boolean {
  return isFirstVisit(userId) && readItem(welcomedKeyOf(userId)) === null;
}

/** The person has seen enough of the welcome; a later required step does not bring it back. */
export function endWelcome(userId: string): void {
  writeItem(welcomedKeyOf(userId), 'true');
}
