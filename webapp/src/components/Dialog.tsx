import { useEffect, useId, useRef, type ReactNode } from 'react';

interface DialogProps {
  title: string;
  body: ReactNode;
  okBtnText: string;
  /** Without it there is nothing to decide: the dialog closes by its one button only. */
  cancelBtnText?: string;
  onOk: () => void;
  onCancel?: () => void;
}

/** A modal dialog. The browser's own element keeps the focus inside, gives it back and closes on Escape. */
export function Dialog({ title, body, okBtnText, cancelBtnText, onOk, onCancel }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const bodyId = useId();

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
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
        onCancel?.();
      }}
    >
      <h2 id={titleId} className="dialog__title">
        {title}
      </h2>
      <div id={bodyId} className="dialog__body">
        {body}
      </div>
      <div className="dialog__buttons">
        <button type="button" className="usa-button" onClick={onOk}>
          {okBtnText}
        </button>
        {cancelBtnText && (
          <button type="button" className="usa-button usa-button--outline" onClick={onCancel}>
            {cancelBtnText}
          </button>
        )}
      </div>
    </dialog>
  );
}
