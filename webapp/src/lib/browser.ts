/** The browser functions that tests replace. */

/** Leaves for another page of this origin and drops everything in memory. */
export function leaveTo(path: string): void {
  window.location.assign(path);
}

/** Reloads the page. */
export function reload(): void {
  window.location.reload();
}

/** Returns whether the page is in a frame of another page. */
export function isEmbedded(): boolean {
  return window.self !== window.top;
}
