import { createStore } from '../store';

const header = 'x-request-id';

const last = createStore<string | null>(() => null);

/** The request's id in an answer of the portal; null when the answer came from somewhere before it. */
export function requestIdIn(headers: Record<string, string>): string | null {
  return headers[header] ?? null;
}

/** Keeps the id of the newest answer, for a failure that is no answer's own. */
export function noteRequestId(headers: Record<string, string>): void {
  last.set(requestIdIn(headers) ?? last.current());
}

/** The id of the newest answer: what a page that cannot be shown was most likely made of. */
export function lastRequestId(): string | null {
  return last.current();
}
