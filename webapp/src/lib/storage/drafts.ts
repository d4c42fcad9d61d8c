import { keysWithPrefix, readItem, removeItem, writeItem } from './storage';

/**
 * What a person typed into a form and has not sent yet. It survives a reload and a lost session, belongs to one
 * person and is never shown to another.
 */
const prefix = 'saguaro.draft.';

/** Ids are encoded, so the slash ends one without doubt. */
function prefixOf(userId: string): string {
  return `${prefix}${encodeURIComponent(userId)}/`;
}

function keyOf(userId: string, form: string): string {
  return `${prefixOf(userId)}${form}`;
}

/** The draft of this person's form, or null when there is none that can be read. */
export function readDraft(userId: string, form: string): unknown {
  const text = readItem(keyOf(userId, form));
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Keeps the draft of this person's form. */
export function writeDraft(userId: string, form: string, values: unknown): void {
  writeItem(keyOf(userId, form), JSON.stringify(values));
}

/** Forgets the draft of this person's form. */
export function removeDraft(userId: string, form: string): void {
  removeItem(keyOf(userId, form));
}

/** Forgets all drafts of everybody except the given person; without a person, all drafts. */
export function removeDraftsExceptOf(userId: string | null): void {
  const own = userId === null ? null : prefixOf(userId);
  for (const key of keysWithPrefix(prefix)) {
    if (own === null || !key.startsWith(own)) removeItem(key);
  }
}
