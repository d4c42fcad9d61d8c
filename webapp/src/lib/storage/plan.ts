import { readItem, removeItem, writeItem } from './storage';

/** The answers of the guided plan of a business: kept in this browser alone, by whoever uses it. */
const key = 'saguaro.plan';

/** Reads the stored plan; null when there is none or it is unreadable. */
export function readStoredPlan(): unknown {
  const text = readItem(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Keeps the plan. */
export function writeStoredPlan(plan: unknown): void {
  writeItem(key, JSON.stringify(plan));
}

/** Forgets the plan. */
export function removeStoredPlan(): void {
  removeItem(key);
}
