import { Trans } from '@lingui/react/macro';

interface SourceNoteProps {
  source: string | null;
  /** The page of the source, if there is one. */
  href?: string | null;
}

/** Shows the source of a statement. A statement without one is the portal's own. */
export function SourceNote({ href, source }: SourceNoteProps) {
  const shown = href ? (
    <a href={href} className="usa-link" rel="noreferrer">
      {source}
    </a>
  ) : (
    source
  );
  return (
    <span className="source block quiet small text-normal">
      {source ? <Trans>Source: {shown}</Trans> : <Trans>Source: this portal</Trans>}
    </span>
  );
}
