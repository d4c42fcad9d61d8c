/** The few things that end a page; apart, because a test cannot let them happen. */

/** Leaves for another page of this origin and drops everything in memory. */
export function leaveTo(path: string): void {
  window.location.assign(path);
}

/** Loads the page anew. */
export function reload(): void {
  window.location.reload();
}
