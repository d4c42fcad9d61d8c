import { Trans, useLingui } from '@lingui/react/macro';
import { formatCents } from '@/lib/i18n/amounts';
import type { Range } from './totals';

/** Shows a range by its ends, or the amount alone when both are the same. */
export function AmountRange({ range }: { range: Pick<Range, 'low' | 'high'> }) {
  const { i18n } = useLingui();
  const low = formatCents(range.low, i18n.locale);
  const high = formatCents(range.high, i18n.locale);
  if (low === high) return <span>{low}</span>;
  return (
    <Trans>
      {low} to {high}
    </Trans>
  );
}
