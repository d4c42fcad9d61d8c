/** The few things that a test cannot let happen, or cannot make. */

/** Leaves for another page of this origin and drops everything in memory. */
export function leaveTo(path: string): void {
  window.location.assign(path);
}

/** Loads the page anew. */
export function reload(): void {
  window.location.reload();
}

/** Returns whether the page is in a frame of another page. */
export function isEmbedded(): boolean {
  return window.self !== window.top;
}
