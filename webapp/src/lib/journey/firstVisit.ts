import { readDraft, removeDraft, writeDraft } from '../storage/drafts';

// Kept as drafts are: they name the person, so they end after a day and when the person signs out.
const firstVisitItem = 'firstVisit';
const welcomeItem = 'welcomed';

/** Marks that this person is here for the first time: a required step was still open when they signed in. */
export function markFirstVisit(userId: string): void {
  writeDraft(userId, firstVisitItem, true);
}

/** Tells if this person is here for the first time. */
export function isFirstVisit(userId: string): boolean {
  return readDraft(userId, firstVisitItem) !== null;
}

/** Ends the first visit. */
export function endFirstVisit(userId: string): void {
  removeDraft(userId, firstVisitItem);
}

/** Tells if this person is to be welcomed: on the first visit, until they have seen enough of the welcome. */
export function needsWelcome(userId: string): boolean {
  return isFirstVisit(userId) && readDraft(userId, welcomeItem) === null;
}

/** Keeps a later required step from bringing the welcome back. */
export function endWelcome(userId: string): void {
  writeDraft(userId, welcomeItem, true);
}
