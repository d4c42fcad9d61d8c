import { useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { createStore } from '@/lib/store';

/** The texts of a dialog; each kind of dialog has defaults. */
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

/** Shows a dialog after the open ones; resolves to true if the person chose OK. */
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

/** The current dialog. */
export function useOpenDialog(): DialogRequest | undefined {
  return useSyncExternalStore(dialogs.subscribe, () => dialogs.current().requests[0]);
}

export interface Dialogs {
  /** Shows a message; resolves once the person has read it. */
  alert: (settings: DialogSettings) => Promise<void>;
  /** Asks the person; resolves to true if they chose OK. */
  confirm: (settings: DialogSettings) => Promise<boolean>;
  /** Asks before a permanent deletion; resolves to true if the person chose it. */
  confirmDelete: (settings: DialogSettings) => Promise<boolean>;
}

/** Dialogs as promises. A dialog is canceled when the component that opened it unmounts. */
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
