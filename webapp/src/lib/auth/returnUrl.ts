import { isDestination } from '../paths';
import { readItem, removeItem, writeItem } from '../storage/storage';

const key = 'saguaro.returnUrl';

/** Answers of a sign-in or of an identity service carry one-time codes and must not be return addresses. */
const excludedPath = /^\/signin-callback|\/(eid|mid)\/response/i;

/**
 * Returns a path of this origin that the router knows, or null.
 *
 * Returns null for anything that a browser might read as another host or as a script (`//host`, `/\host`,
 * `javascript:`).
 */
export function getSafeReturnPath(candidate: string | null): string | null {
  // oxlint-disable-next-line no-control-regex -- browsers drop control characters from addresses before reading them
  if (!candidate || !/^\/(?![/\\])/.test(candidate) || /[\\\u0000-\u001f]/.test(candidate)) return null;
  // A path always parses against an origin.
  const url = new URL(candidate, window.location.origin);
  if (url.origin !== window.location.origin || !isDestination(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** Stores the path to return to after sign-in, unless it is a step of signing in. */
export function storeReturnUrl(location: Pick<Location, 'pathname' | 'search' | 'hash'>): void {
  if (excludedPath.test(location.pathname)) return;
  const path = getSafeReturnPath(location.pathname + location.search + location.hash);
  if (path) writeItem(key, path);
}

/** Returns the stored path once; null if there is none, if it is unsafe, or if its page is already shown. */
export function takeReturnUrl(currentPath: string): string | null {
  const path = getSafeReturnPath(readItem(key));
  removeItem(key);
  return path === currentPath ? null : path;
}

/** Removes the stored path. */
export function removeReturnUrl(): void {
  removeItem(key);
}
