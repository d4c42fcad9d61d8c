import { readDraft, writeDraft } from '../storage/drafts';

// Stored as a draft, because it identifies the person: it ends after a day and at the sign-out.
const item = 'firstName';

/** Stores the name that the person uses, for the greeting before the portal has answered. */
export function storeFirstName(userId: string, firstName: string): void {
  writeDraft(userId, item, firstName);
}

/** Returns the stored name; undefined without one. */
export function readFirstName(userId: string): string | undefined {
  const name = readDraft(userId, item);
  return typeof name === 'string' ? name : undefined;
}
