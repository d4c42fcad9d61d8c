import { Trans } from '@lingui/react/macro';

/** Shows the source of a statement; without one, the statement is the portal's own. */
export function SourceNote({ source }: { source: string | null }) {
  return (
    <span className="source block quiet small text-normal">
      {source ? <Trans>Source: {source}</Trans> : <Trans>Source: this portal</Trans>}
    </span>
  );
}
