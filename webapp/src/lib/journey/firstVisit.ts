import { readDraft, removeDraft, writeDraft } from '../storage/drafts';

// Stored as a draft, because it identifies the person: it ends after a day and at the sign-out.
const firstVisitItem = 'firstVisit';
const welcomeItem = 'welcomed';

/** Marks this as the person's first visit: a required step was still open when they signed in. */
export function markFirstVisit(userId: string): void {
  writeDraft(userId, firstVisitItem, true);
}

/** Returns true on the person's first visit. */
export function isFirstVisit(userId: string): boolean {
  return readDraft(userId, firstVisitItem) !== null;
}

/** Ends the first visit. */
export function endFirstVisit(userId: string): void {
  removeDraft(userId, firstVisitItem);
}

/** Returns true if the welcome is to be shown: on the first visit, until the person has seen enough of it. */
export function needsWelcome(userId: string): boolean {
  return isFirstVisit(userId) && readDraft(userId, welcomeItem) === null;
}

/** Prevents a later required step from showing the welcome again. */
export function endWelcome(userId: string): void {
  writeDraft(userId, welcomeItem, true);
}
