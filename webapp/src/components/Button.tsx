import type { ComponentProps } from 'react';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'type'> {
  kind?: 'outline' | 'unstyled' | 'big' | 'secondary' | undefined;
  /** Marks the button while its work is under way; a press does nothing then. */
  isBusy?: boolean;
  onClick?: (() => unknown) | undefined;
}

/** A button of USWDS that does something on the page. */
export function Button({ kind, isBusy, className = '', onClick, ...button }: ButtonProps) {
  return (
    <button
      {...button}
      type="button"
      className={`usa-button ${kind ? `usa-button--${kind}` : ''} ${className}`}
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) void onClick?.();
      }}
    />
  );
}
