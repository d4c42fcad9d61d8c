/** A ref that gives an element the focus when it appears. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
