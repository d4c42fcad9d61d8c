import type { ComponentProps } from 'react';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'type'> {
  kind?: 'outline' | 'unstyled' | 'big' | 'secondary' | undefined;
  /** Marks the button while its work is under way; it ignores presses then. */
  isBusy?: boolean;
  onClick?: (() => unknown) | undefined;
}

/** A USWDS button for an action on the page. */
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
