import { readDraft } from '../storage/drafts';

/** Stored as a draft, because it identifies the person: it ends after a day and at the sign-out. */
export const firstVisitItem = 'firstVisit';

/** Returns true on the person's first visit. */
export function isFirstVisit(userId: string): boolean {
  return readDraft(userId, firstVisitItem) !== null;
}
