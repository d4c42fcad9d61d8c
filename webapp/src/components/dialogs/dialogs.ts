import { useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { createStore } from '@/lib/store';

/** The texts of a dialog; the kind of dialog has a default for each. */
export interface DialogSettings {
  title?: string;
  body: ReactNode;
  okBtnText?: string;
  cancelBtnText?: string;
}

export type DialogKind = 'alert' | 'confirm' | 'delete';

export interface DialogRequest {
  id: number;
  kind: DialogKind;
  settings: DialogSettings;
  /** Closes the dialog with the person's answer. */
  settle: (isOk: boolean) => void;
}

interface DialogState {
  requests: readonly DialogRequest[];
  lastId: number;
}

const dialogs = createStore<DialogState>(() => ({ requests: [], lastId: 0 }));

/** Shows a dialog after those that are open already; the answer is whether the person chose OK. */
function openDialog(
  kind: DialogKind,
  settings: DialogSettings,
): { request: DialogRequest; answer: Promise<boolean> } {
  const { requests, lastId } = dialogs.current();
  const id = lastId + 1;
  let answered: (isOk: boolean) => void;
  const answer = new Promise<boolean>((resolve) => {
    answered = resolve;
  });
  const request = {
    id,
    kind,
    settings,
    settle(isOk: boolean) {
      const { requests: open, lastId: last } = dialogs.current();
      dialogs.set({ requests: open.filter((other) => other.id !== id), lastId: last });
      answered(isOk);
    },
  };
  dialogs.set({ requests: [...requests, request], lastId: id });
  return { request, answer };
}

/** The dialog to show now. */
export function useOpenDialog(): DialogRequest | undefined {
  return useSyncExternalStore(dialogs.subscribe, () => dialogs.current().requests[0]);
}

export interface Dialogs {
  /** Tells the person something; done once they have read it. */
  alert: (settings: DialogSettings) => Promise<void>;
  /** Asks the person; the answer is whether they chose OK. */
  confirm: (settings: DialogSettings) => Promise<boolean>;
  /** Asks before something is deleted for good; the answer is whether they chose to. */
  confirmDelete: (settings: DialogSettings) => Promise<boolean>;
}

/**
 * Dialogs as promises. A dialog closes, as if cancelled, when the component that asked is gone: nobody is left to
 * hear the answer.
 */
export function useDialogs(): Dialogs {
  const open = useRef(new Set<DialogRequest>());

  useEffect(() => {
    const asked = open.current;
    return () => {
      for (const request of asked) request.settle(false);
    };
  }, []);

  return useMemo(() => {
    async function ask(kind: DialogKind, settings: DialogSettings): Promise<boolean> {
      const { request, answer } = openDialog(kind, settings);
      const asked = open.current;
      asked.add(request);
      try {
        return await answer;
      } finally {
        asked.delete(request);
      }
    }
    return {
      alert: async (settings) => {
        await ask('alert', settings);
      },
      confirm: (settings) => ask('confirm', settings),
      confirmDelete: (settings) => ask('delete', settings),
    };
  }, []);
}
