import { useSyncExternalStore } from 'react';

/** What opens over or beside a page. */
export type PanelName = 'mainMenu' | 'userMenu' | 'help';

/** Which panel is open. There is room for one name only, so opening a panel closes the one before. */
class PanelStore {
  #open: PanelName | null = null;
  #opener: HTMLElement | null = null;
  #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): PanelName | null => this.#open;

  /** Opens the panel; the opener is what gets the focus back. */
  open(name: PanelName, opener: HTMLElement): void {
    this.#opener = opener;
    this.#set(name);
  }

  toggle(name: PanelName, opener: HTMLElement): void {
    if (this.#open === name) this.close();
    else this.open(name, opener);
  }

  /** Closes whatever is open. */
  close(): void {
    this.#set(null);
  }

  /** Closes whatever is open and gives the focus back to what opened it. */
  closeAndReturn(): void {
    if (this.#open === null) return;
    this.close();
    this.#opener?.focus();
  }

  #set(name: PanelName | null): void {
    if (this.#open === name) return;
    this.#open = name;
    for (const listener of this.#listeners) listener();
  }
}

/** The panels of this page. */
export const panels = new PanelStore();

/** Whether the panel is open, kept up to date. */
export function usePanelState(name: PanelName): boolean {
  return useSyncExternalStore(panels.subscribe, panels.current) === name;
}
