import { Trans, useLingui } from '@lingui/react/macro';
import { centsInWords } from '@/lib/i18n/amounts';
import { SourceNote } from '@/components/planning/SourceNote';
import type { Reservation } from './api';

interface ReservationFeeProps {
  fee: NonNullable<Reservation['fee']>;
}

/** Shows the state's fee for a reservation: a range and whom to ask, or the amount that a law says. */
export function ReservationFee({ fee }: ReservationFeeProps) {
  const { t, i18n } = useLingui();
  const { agency, expeditedHigh, expeditedLow, high, isExact, low, source } = fee;
  const describe = (least: number | null, most: number | null) => {
    if (least === null || most === null) return null;
    const from = centsInWords(least, i18n.locale);
    const to = centsInWords(most, i18n.locale);
    return from === to ? from : t`${from} to ${to}`;
  };
  const plain = describe(low, high);
  const expedited = describe(expeditedLow, expeditedHigh);
  return (
    <p>
      {plain === null ? (
        <Trans>Our sources don’t say what the state charges for it.</Trans>
      ) : expedited === null ? (
        <Trans>The state charges {plain} for it.</Trans>
      ) : (
        <Trans>
          The state charges {plain} for it, or {expedited} in total with expedited handling.
        </Trans>
      )}{' '}
      {plain !== null && !isExact && agency && (
        <>
          <Trans>Not confirmed: ask the {agency}.</Trans>{' '}
        </>
      )}
      <Trans>This portal doesn’t take payments for it.</Trans> <SourceNote source={source} />
    </p>
  );
}
