import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

interface MoreButtonProps {
  isBusy: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** Shows the next page of a list. */
export function MoreButton({ isBusy, onPress, children }: MoreButtonProps) {
  return (
    <button type="button" className="usa-button usa-button--outline" aria-disabled={isBusy} onClick={onPress}>
      {isBusy ? <Trans>Please wait…</Trans> : children}
    </button>
  );
}
