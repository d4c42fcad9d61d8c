import { readDraft } from '../storage/drafts';

/** The name that the person uses. It is a draft, because it identifies them: it ends after a day and at the sign-out. */
export const firstNameItem = 'firstName';

/** Returns the name, for the greeting before the portal has answered; null without one. */
export const readFirstName = (userId: string) => readDraft(userId, firstNameItem) as string | null;
