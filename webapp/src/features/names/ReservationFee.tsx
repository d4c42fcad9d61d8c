import { Trans, useLingui } from '@lingui/react/macro';
import { amountInWords } from '@/lib/i18n/amounts';
import { SourceNote } from '@/components/planning/SourceNote';

interface ReservationFeeProps {
  fee: string | null;
  expeditedFee: string | null;
  source: string;
}

/** Shows the state's fee for a reservation, with its source. */
export function ReservationFee({ fee, expeditedFee, source }: ReservationFeeProps) {
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
      <Trans>This portal takes no money.</Trans> <SourceNote source={source} />
    </p>
  );
}
