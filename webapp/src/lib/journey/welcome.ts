import { readDraft, removeDraft, writeDraft } from '../storage/drafts';
import { firstVisitItem, isFirstVisit } from './firstVisit';

// Stored as a draft, like the first visit. Only signed-in people load this, after the first script.
const welcomeItem = 'welcomed';

/** Marks this as the person's first visit: a required step was still open when they signed in. */
export function markFirstVisit(userId: string): void {
  writeDraft(userId, firstVisitItem, true);
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
