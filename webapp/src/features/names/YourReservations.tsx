import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { Link } from 'react-router';
import { formatMoment } from '@/lib/i18n/moments';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { useDialogs } from '@/components/dialogs/dialogs';
import { Awaited } from '@/components/FailedRead';
import { useAction } from '@/lib/forms/useAction';
import { showToast } from '@/components/toasts/toasts';
import { buildCheckAddress } from '@/components/planning/nameLinks';
import { reservationLabels } from './labels';
import { giveUpReservation, renewReservation, useReservations, type Reservation } from './api';
import { getReservationTerms } from './names';
import { ReservationFee } from './ReservationFee';

/** Lists the person's current and past reservations, with buttons to renew or release them. */
export function YourReservations() {
  const { t } = useLingui();
  const { data, error, mutate } = useReservations();
  const all = data?.items;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="reservations" aria-labelledby="reservations">
      <h2 ref={heading} id="reservations" tabIndex={-1}>
        <Trans>Your reserved names</Trans>
      </h2>
      {!all && <Awaited lines={2} error={error} onRetry={mutate} />}
      {all?.length === 0 && (
        <p>
          <Trans>You have no reserved names. Check a name to reserve one.</Trans>
        </p>
      )}
      {all && all.length > 0 && (
        <ul className="line-list" aria-label={t`Your reserved names`}>
          {all.map((reservation) => (
            <ReservationRow
              key={reservation.id}
              reservation={reservation}
              onChanged={async () => {
                await mutate();
                heading.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface ReservationRowProps {
  reservation: Reservation;
  onChanged: () => Promise<void>;
}

function ReservationRow({ reservation, onChanged }: ReservationRowProps) {
  const { t, i18n } = useLingui();
  const dialogs = useDialogs();
  const { isBusy, problem, run } = useAction();
  const { entityType, expiresAt, fee, givenUpAt, id, isRenewable, name, status } = reservation;
  const until = formatMoment(expiresAt, i18n.locale);

  const change = (work: () => Promise<unknown>, done: string) =>
    run(async () => {
      await work();
      showToast(done);
      await onChanged();
    });

  async function giveUp(): Promise<void> {
    const isSure = await dialogs.confirmDelete({
      title: t`Release ${name}?`,
      body: t`Someone else can take the name right away.`,
      okBtnText: t`Release it`,
    });
    if (!isSure) return;
    await change(() => giveUpReservation(id), t`You released ${name}.`);
  }

  async function renew(): Promise<void> {
    const days = getReservationTerms(entityType)?.days ?? 0;
    const isSure = await dialogs.confirm({
      title: t`Renew for another ${days} days?`,
      body: (
        <>
          <p>
            <Trans>The new term starts when the current one ends.</Trans>
          </p>
          {fee && <ReservationFee fee={fee} />}
        </>
      ),
      okBtnText: t`Renew`,
    });
    if (!isSure) return;
    await change(() => renewReservation(id, expiresAt), t`${name} is now reserved for another ${days} days.`);
  }

  return (
    <li className="rival" aria-busy={isBusy}>
      <div className="row row--between">
        <Link to={buildCheckAddress(name, entityType)} className="usa-link">
          <bdi>{name}</bdi>
        </Link>
        <span className={`tag tag--${status === 'active' ? 'good' : 'ended'}`}>
          {t(reservationLabels[status])}
        </span>
      </div>
      <span className="block quiet small">
        {status === 'active' && <Trans>until {until}</Trans>}
        {status === 'expired' && <Trans>on {until}</Trans>}
        {(status === 'givenUp' || status === 'used') && givenUpAt && (
          <Trans>on {formatMoment(givenUpAt, i18n.locale)}</Trans>
        )}
      </span>
      <FailedAction problem={problem} hasHeading />
      {status === 'active' && (
        <div className="buttons buttons--tight">
          {isRenewable && (
            <Button kind="unstyled" aria-label={t`Renew ${name}`} isBusy={isBusy} onClick={renew}>
              <Trans>Renew</Trans>
            </Button>
          )}
          <Button kind="unstyled" aria-label={t`Release ${name}`} isBusy={isBusy} onClick={giveUp}>
            <Trans>Release</Trans>
          </Button>
        </div>
      )}
    </li>
  );
}
