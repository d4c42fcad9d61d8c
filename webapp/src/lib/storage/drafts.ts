import { listKeysWithPrefix, readItem, removeItem, writeItem } from './storage';

/**
 * The unsent values of a form. A draft survives a reload and a lost session, belongs to one person, is never shown to
 * another, and ends after a day.
 */
interface Draft {
  writtenAt: number;
  values: unknown;
}

const lifetimeMilliseconds = 24 * 60 * 60_000;
const prefix = 'saguaro.draft.';

/** Ids are encoded, so a slash always ends one. */
function buildPrefix(userId: string): string {
  return `${prefix}${encodeURIComponent(userId)}/`;
}

function buildKey(userId: string, form: string): string {
  return `${buildPrefix(userId)}${form}`;
}

/** Returns the value under the key, or null if it is unreadable or has ended. */
function getStoredDraft(key: string): Draft | null {
  try {
    const draft = JSON.parse(readItem(key) ?? 'null') as Partial<Draft> | null;
    const age = Date.now() - (draft?.writtenAt ?? Number.NaN);
    return age >= 0 && age < lifetimeMilliseconds ? (draft as Draft) : null;
  } catch {
    return null;
  }
}

/** Returns the draft of this person's form, or null if there is no readable one. */
export function readDraft(userId: string, form: string): unknown {
  const key = buildKey(userId, form);
  const draft = getStoredDraft(key);
  if (!draft) removeItem(key);
  return draft?.values ?? null;
}

/** Stores the draft of this person's form. */
export function writeDraft(userId: string, form: string, values: unknown): void {
  writeItem(buildKey(userId, form), JSON.stringify({ writtenAt: Date.now(), values } satisfies Draft));
}

/** Removes the draft of this person's form. */
export function removeDraft(userId: string, form: string): void {
  removeItem(buildKey(userId, form));
}

/** Removes all drafts except those of the given person that have not ended; without a person, all drafts. */
export function removeOtherDrafts(userId: string | null): void {
  const own = userId === null ? null : buildPrefix(userId);
  for (const key of listKeysWithPrefix(prefix)) {
    if (own === null || !key.startsWith(own) || !getStoredDraft(key)) removeItem(key);
  }
}
