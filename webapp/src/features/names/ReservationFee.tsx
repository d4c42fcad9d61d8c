import { Trans, useLingui } from '@lingui/react/macro';
import { formatCents } from '@/lib/i18n/amounts';
import { SourceNote } from '@/components/planning/SourceNote';
import type { Reservation } from './api';

interface ReservationFeeProps {
  fee: NonNullable<Reservation['fee']>;
}

/** Shows the state's fee for a reservation and for expedited handling, with its source or whom to ask. */
export function ReservationFee({ fee }: ReservationFeeProps) {
  const { i18n } = useLingui();
  const { agency, amount, expedited, expeditedStatus, source, sourceUrl, status } = fee;
  const plain = amount === null ? null : formatCents(amount, i18n.locale);
  const extra = expedited === null ? null : formatCents(expedited, i18n.locale);
  const isUnconfirmed = [status, expedited === null ? null : expeditedStatus].includes('notConfirmed');
  return (
    <p>
      {plain === null ? (
        <Trans>Our sources don’t say what the state charges for it.</Trans>
      ) : (
        <Trans>The state charges {plain} for it.</Trans>
      )}{' '}
      {extra !== null && (
        <>
          {expeditedStatus === 'notConfirmed' ? (
            <Trans>Expedited handling costs {extra} more, not confirmed.</Trans>
          ) : (
            <Trans>Expedited handling costs {extra} more.</Trans>
          )}{' '}
        </>
      )}
      {agency && (plain === null || isUnconfirmed) && (
        <>
          <Trans>Ask the {agency}.</Trans>{' '}
        </>
      )}
      <Trans>This portal doesn’t take payments for it.</Trans> <SourceNote source={source} href={sourceUrl} />
    </p>
  );
}
