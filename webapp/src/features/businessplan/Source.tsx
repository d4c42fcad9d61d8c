import { Trans } from '@lingui/react/macro';

/** Where a sentence is from; one without a source is the portal's own. */
export function Source({ source }: { source: string | null }) {
  return (
    <span className="source">
      {source ? <Trans>Source: {source}</Trans> : <Trans>Said by this portal</Trans>}
    </span>
  );
}
