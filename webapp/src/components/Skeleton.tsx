import { useLingui } from '@lingui/react/macro';

/** A placeholder for loading content, of about the same size, so that the layout does not shift. */
export function Skeleton({ lines }: { lines: number }) {
  const { t } = useLingui();
  return (
    <div className="skeleton" role="status">
      <span className="usa-sr-only">{t`Loading…`}</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="skeleton__line" aria-hidden="true" />
      ))}
    </div>
  );
}
