import { isDestination } from '../paths';
import { readItem, removeItem, writeItem } from '../storage/storage';

const key = 'saguaro.returnUrl';

/** Answers of a sign-in or of an identity service carry one-time codes and are no place to return to. */
const excludedPath = /^\/signin-callback|\/(eid|mid)\/response/i;

/**
 * A path of this origin that the router knows, or null.
 *
 * Anything that a browser might read as another host or as a script (`//host`, `/\host`, `javascript:`) is null.
 */
export function getSafeReturnPath(candidate: string | null): string | null {
  // oxlint-disable-next-line no-control-regex -- browsers drop control characters from addresses before reading them
  if (!candidate || !/^\/(?![/\\])/.test(candidate) || /[\\\u0000-\u001f]/.test(candidate)) return null;
  // A path always parses against an origin.
  const url = new URL(candidate, window.location.origin);
  if (url.origin !== window.location.origin || !isDestination(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** Remembers where to go after sign-in, unless that is itself a step of signing in. */
export function storeReturnUrl(location: Pick<Location, 'pathname' | 'search' | 'hash'>): void {
  if (excludedPath.test(location.pathname)) return;
  const path = getSafeReturnPath(location.pathname + location.search + location.hash);
  if (path) writeItem(key, path);
}

/** The remembered path, given out once; null when there is none, when it is unsafe or the page already shown. */
export function takeReturnUrl(currentPath: string): string | null {
  const path = getSafeReturnPath(readItem(key));
  removeItem(key);
  return path === currentPath ? null : path;
}

/** Forgets the remembered path. */
export function removeReturnUrl(): void {
  removeItem(key);
}
