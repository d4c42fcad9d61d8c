import { useSyncExternalStore } from 'react';
import { createStore } from '../store';

/** The panels that open over or beside a page. */
export type PanelName = 'mainMenu' | 'userMenu' | 'authentication' | 'help' | 'assistant';

interface PanelState {
  open: PanelName | null;
  opener: HTMLElement | null;
}

const store = createStore<PanelState>(() => ({ open: null, opener: null }));

/** The open panel. Opening a panel closes the previous one. */
export const panels = {
  /** Opens the panel, or closes it if it is open. Closing returns the focus to the opener. */
  toggle(name: PanelName, opener: HTMLElement): void {
    store.set({ open: store.current().open === name ? null : name, opener });
  },

  /** Closes the open panel. */
  close(): void {
    const { open, opener } = store.current();
    if (open !== null) store.set({ open: null, opener });
  },

  /** Closes the open panel and returns the focus to its opener. */
  closeAndReturn(): void {
    const { open, opener } = store.current();
    if (open === null) return;
    panels.close();
    opener?.focus();
  },
};

/** Returns true on a phone, which has no room for the assistant beside a page. */
export const isNarrow = (): boolean => window.matchMedia('(max-width: 40em)').matches;

/** Closes the panels of the previous page. The assistant stays open on wide screens. */
export function leavePage(): void {
  if (store.current().open !== 'assistant' || isNarrow()) panels.close();
}

/** Returns true if the panel is open, and follows its changes. */
export function usePanelState(name: PanelName): boolean {
  return useSyncExternalStore(store.subscribe, store.current).open === name;
}
