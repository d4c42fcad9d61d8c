import { readDraft, removeDraft, writeDraft } from '../storage/drafts';

// Kept as drafts are: they name the person, so they end after a day and when the person signs out.
const visit = 'firstVisit';
const welcomed = 'welcomed';

/** Marks that this person is here for the first time: a required step was still open when they signed in. */
export function markFirstVisit(userId: string): void {
  writeDraft(userId, visit, true);
}

/** Tells if this person is here for the first time. */
export function isFirstVisit(userId: string): boolean {
  return readDraft(userId, visit) !== null;
}

/** Ends the first visit. */
export function endFirstVisit(userId: string): void {
  removeDraft(userId, visit);
}

/** Tells if this person is to be welcomed: on the first visit, until they have seen enough of the welcome. */
export function isToBeWelcomed(userId: string): boolean {
  return isFirstVisit(userId) && readDraft(userId, welcomed) === null;
}

/** Keeps a later required step from bringing the welcome back. */
export function endWelcome(userId: string): void {
  writeDraft(userId, welcomed, true);
}
