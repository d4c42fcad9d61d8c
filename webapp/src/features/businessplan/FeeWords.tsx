import { Trans, useLingui } from '@lingui/react/macro';
import { amountInWords } from '@/lib/i18n/amounts';
import { Source } from './Source';

interface FeeWordsProps {
  fee: string | null;
  expeditedFee: string | null;
  source: string;
}

/** What the state takes for holding a name, and where we know it from. */
export function FeeWords({ fee, expeditedFee, source }: FeeWordsProps) {
  const { i18n } = useLingui();
  const words = (amount: string) => amountInWords({ amount, currency: 'USD' }, i18n.locale);
  return (
    <p>
      {fee === null ? (
        <Trans>Our sources do not tell what the state charges for it.</Trans>
      ) : expeditedFee === null ? (
        <Trans>The state charges {words(fee)} for it.</Trans>
      ) : (
        <Trans>
          The state charges {words(fee)} for it, or {words(expeditedFee)} in all with expedited handling.
        </Trans>
      )}{' '}
      <Trans>This portal takes no money.</Trans> <Source source={source} />
    </p>
  );
}
