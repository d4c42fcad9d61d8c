import { createStore } from '../store';

const headerName = 'x-request-id';

const lastId = createStore<string | null>(() => null);

/** The request's id in an answer of the portal; null when the answer came from somewhere before it. */
export function getRequestId(headers: Record<string, string>): string | null {
  return headers[headerName] ?? null;
}

/** Keeps the id of the newest answer, for a failure that is no answer's own. */
export function storeRequestId(headers: Record<string, string>): void {
  lastId.set(getRequestId(headers) ?? lastId.current());
}

/** The id of the newest answer: what a page that cannot be shown was most likely made of. */
export function getLastRequestId(): string | null {
  return lastId.current();
}
