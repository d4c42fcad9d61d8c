import { createStore } from '../store';

const headerName = 'x-request-id';

const lastId = createStore<string | null>(() => null);

/** Returns the request's id in a reply of the portal; null for a reply of another server. */
export function getRequestId(headers: Record<string, string>): string | null {
  return headers[headerName] ?? null;
}

/** Stores the id of the newest reply, for failures that have no reply of their own. */
export function storeRequestId(headers: Record<string, string>): void {
  lastId.set(getRequestId(headers) ?? lastId.current());
}

/** Returns the id of the newest reply, the most likely cause when a page fails. */
export function getLastRequestId(): string | null {
  return lastId.current();
}
