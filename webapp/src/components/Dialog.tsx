import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from '@/components/Button';

interface DialogProps {
  title: string;
  body: ReactNode;
  okBtnText: string;
  /** Without it there is nothing to decide: the dialog closes by its one button only. */
  cancelBtnText?: string | undefined;
  /** True for an action that cannot be undone: it looks different and does not have the focus at first. */
  isDangerous?: boolean;
  onOk: () => void;
  onCancel?: (() => void) | undefined;
  /** Escape; the same as cancelling unless it says otherwise. */
  onEscape?: (() => void) | undefined;
}

/** A modal dialog. The browser's own element keeps the focus inside and gives it back. */
export function Dialog({
  title,
  body,
  okBtnText,
  cancelBtnText,
  isDangerous = false,
  onOk,
  onCancel,
  onEscape = onCancel,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const bodyId = useId();
  const focusFirst = useEffectEvent(() => {
    if (isDangerous) cancelButton.current?.focus();
  });

  // The dialog must close before it is taken out of the page, or the browser does not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    focusFirst();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      aria-describedby={bodyId}
      onCancel={(event) => {
        event.preventDefault();
        onEscape?.();
      }}
      onClose={() => {
        // A second Escape closes the element whatever the page says; as long as it is wanted it is shown again.
        if (dialog.current?.isConnected && !dialog.current.open) dialog.current.showModal();
      }}
    >
      <h2 id={titleId} className="heading-lg">
        {title}
      </h2>
      <div id={bodyId}>{body}</div>
      <div className="row dialog__buttons">
        <Button kind={isDangerous ? 'secondary' : undefined} onClick={onOk}>
          {okBtnText}
        </Button>
        {cancelBtnText && (
          <Button ref={cancelButton} kind="outline" onClick={onCancel}>
            {cancelBtnText}
          </Button>
        )}
      </div>
    </dialog>
  );
}
