import { useSyncExternalStore } from 'react';
import { createStore } from '../store';

/** The panels that open over or beside a page. */
export type PanelName = 'mainMenu' | 'userMenu' | 'authentication' | 'help' | 'assistant';

interface PanelState {
  open: PanelName | null;
  opener: HTMLElement | null;
}

const store = createStore<PanelState>(() => ({ open: null, opener: null }));

/** The open panel. Only one panel can be open: opening a panel closes the one before. */
export const panels = {
  /** Opens the panel, or closes it when it is open; the opener is what gets the focus back. */
  toggle(name: PanelName, opener: HTMLElement): void {
    store.set({ open: store.current().open === name ? null : name, opener });
  },

  /** Closes whatever is open. */
  close(): void {
    const { open, opener } = store.current();
    if (open !== null) store.set({ open: null, opener });
  },

  /** Closes whatever is open and gives the focus back to what opened it. */
  closeAndReturn(): void {
    const { open, opener } = store.current();
    if (open === null) return;
    panels.close();
    opener?.focus();
  },
};

/** Returns true on a phone, which has no room for the assistant beside a page. */
export const isNarrow = (): boolean => window.matchMedia('(max-width: 40em)').matches;

/** Closes what belongs to the page that is left: the assistant goes along to the next one where there is room. */
export function leavePage(): void {
  if (store.current().open !== 'assistant' || isNarrow()) panels.close();
}

/** Returns whether the panel is open, and renders again when that changes. */
export function usePanelState(name: PanelName): boolean {
  return useSyncExternalStore(store.subscribe, store.current).open === name;
}
