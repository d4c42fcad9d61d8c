import { useLingui } from '@lingui/react/macro';

/** Stands where something is being read, in about its size, so that nothing jumps when it comes. */
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
