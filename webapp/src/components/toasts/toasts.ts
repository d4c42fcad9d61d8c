import { useSyncExternalStore } from 'react';

export type ToastKind = 'success' | 'failure';

/** What a toast offers to do about what it says. */
export interface ToastAction {
  label: string;
  run: () => void;
  /** How long it can be chosen, in milliseconds. */
  duration: number;
}

export interface ToastRequest {
  id: number;
  text: string;
  kind: ToastKind;
  action: ToastAction | undefined;
}

let waiting: readonly ToastRequest[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(changed: readonly ToastRequest[]): void {
  waiting = changed;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says at the edge of the page that something was done, or not. For nothing that a person must not miss. */
export function showToast(text: string, kind: ToastKind = 'success', action?: ToastAction): void {
  lastId += 1;
  change([...waiting, { id: lastId, text, kind, action }]);
}

/** The toasts that nobody has shown yet. */
export function useWaitingToasts(): readonly ToastRequest[] {
  return useSyncExternalStore(subscribe, () => waiting);
}

/** Takes the waiting toasts, to show them. */
export function takeToasts(): readonly ToastRequest[] {
  const taken = waiting;
  if (taken.length > 0) change([]);
  return taken;
}
