import { readItem, removeItem, writeItem } from './storage';

/** The answers of the guided plan of a business, stored in this browser only, whoever uses it. */
const key = 'saguaro.plan';

/** Reads the stored plan; null if there is none or it is unreadable. */
export function readStoredPlan(): unknown {
  const text = readItem(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Stores the plan. */
export function writeStoredPlan(plan: unknown): void {
  writeItem(key, JSON.stringify(plan));
}

/** Removes the plan. */
export function removeStoredPlan(): void {
  removeItem(key);
}
