import { readItem, removeItem, writeItem } from '../storage/storage';

const key = 'saguaro.declinedTerms';

/** A stored decision against the terms, shown after the sign-out. */
export interface DeclinedTerms {
  version: string;
  /** The time of the decision, from the portal's reply. */
  decidedAt: string;
}

function isDeclinedTerms(value: unknown): value is DeclinedTerms {
  const { version, decidedAt } = (value ?? {}) as Partial<DeclinedTerms>;
  return typeof version === 'string' && typeof decidedAt === 'string' && !Number.isNaN(Date.parse(decidedAt));
}

/** Parses the stored notice for the page after the sign-out; null if it is invalid. */
export function parseDeclinedTerms(value: unknown): DeclinedTerms | null {
  return isDeclinedTerms(value) ? value : null;
}

/** Stores the notice for the page after the sign-out. */
export function storeDeclinedTerms({ version, decidedAt }: DeclinedTerms): void {
  writeItem(key, JSON.stringify({ version, decidedAt }));
}

/** Reads and removes the stored notice; null without one. */
export function takeDeclinedTerms(): DeclinedTerms | null {
  const left = readItem(key);
  removeItem(key);
  if (left === null) return null;
  try {
    return parseDeclinedTerms(JSON.parse(left));
  } catch {
    return null;
  }
}
