import { Trans, useLingui } from '@lingui/react/macro';
import { centsInWords } from '@/lib/i18n/amounts';
import type { Range } from './totals';

/** Shows a range by its ends, or the amount alone when both are the same. */
export function AmountRange({ range }: { range: Pick<Range, 'low' | 'high'> }) {
  const { i18n } = useLingui();
  const low = centsInWords(range.low, i18n.locale);
  const high = centsInWords(range.high, i18n.locale);
  if (low === high) return low;
  return (
    <Trans>
      {low} to {high}
    </Trans>
  );
}
