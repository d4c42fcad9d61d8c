import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from '@/components/Button';

interface DialogProps {
  title: string;
  body: ReactNode;
  okBtnText: string;
  /** Omit it for a dialog without a decision, which has a single button. */
  cancelBtnText?: string | undefined;
  /** True for an action that cannot be undone: the button looks different and does not have the initial focus. */
  isDangerous?: boolean;
  onOk: () => void;
  onCancel?: (() => void) | undefined;
  /** Called on Escape; by default the same as canceling. */
  onEscape?: (() => void) | undefined;
}

/** A modal dialog. The browser's own element traps the focus and returns it. */
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

  // The dialog must close before it is removed, or the browser does not return the focus.
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
        // A second Escape always closes the element; show it again until the page removes it.
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
