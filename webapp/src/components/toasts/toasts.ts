import { useSyncExternalStore } from 'react';
import { createStore } from '@/lib/store';

export type ToastKind = 'success' | 'failure';

/** The action that a toast offers. */
export interface ToastAction {
  label: string;
  run: () => void;
  /** The milliseconds in which it can be chosen. */
  duration: number;
}

export interface ToastRequest {
  id: number;
  text: string;
  kind: ToastKind;
  action: ToastAction | undefined;
}

interface ToastState {
  waiting: readonly ToastRequest[];
  lastId: number;
}

const toasts = createStore<ToastState>(() => ({ waiting: [], lastId: 0 }));

/** Reports the result of an action at the edge of the page. Not for messages that a person must not miss. */
export function showToast(text: string, kind: ToastKind = 'success', action?: ToastAction): void {
  const { waiting, lastId } = toasts.current();
  const id = lastId + 1;
  toasts.set({ waiting: [...waiting, { id, text, kind, action }], lastId: id });
}

/** The toasts that were not shown yet. */
export function useWaitingToasts(): readonly ToastRequest[] {
  return useSyncExternalStore(toasts.subscribe, () => toasts.current().waiting);
}

/** Takes the waiting toasts, to show them. */
export function takeToasts(): readonly ToastRequest[] {
  const { waiting, lastId } = toasts.current();
  if (waiting.length > 0) toasts.set({ waiting: [], lastId });
  return waiting;
}
