import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ApiError, type ErrorCode } from '@/lib/api/errors';
import { useSession } from '@/lib/auth/session';
import { useSignIn } from '@/lib/auth/useSignIn';
import { useBlockingStep } from '@/lib/journey/journey';
import { Button } from '@/components/Button';
import { Alert } from '@/components/Alert';
import { useDialogs } from '@/components/dialogs/dialogs';
import { useAction } from '@/lib/forms/useAction';
import { showToast } from '@/components/toasts/toasts';
import { FinishAccountNotice } from '@/components/planning/FinishAccountNotice';
import { type NameEntity } from '@/components/planning/nameLinks';
import { getRegisterLabel } from './labels';
import { reserveName, useReservations, type NameCheck } from './api';
import { getReservationTerms } from './names';
import { ReservationFee } from './ReservationFee';

interface ReserveNameProps {
  name: string;
  entityType: NameEntity;
  reservationFee: NameCheck['reservationFee'];
  onReserved: () => void;
  /** Checks the name again if another person reserved it first. */
  onCheckAgain: () => void;
}

/** Refusals that mean the verdict on the page is out of date. */
const outdatedVerdict: readonly (ErrorCode | '')[] = ['nameReserved', 'nameUnavailable', 'nameNeedsReview'];

/** Reserves an available name for a signed-in person; asks a visitor to sign in and return to this check. */
export function ReserveName({
  name,
  entityType,
  reservationFee,
  onReserved,
  onCheckAgain,
}: ReserveNameProps) {
  const { t } = useLingui();
  const { account } = useSession();
  const blockingStep = useBlockingStep();
  const signIn = useSignIn();
  const dialogs = useDialogs();
  const { failure, isBusy, problem, run } = useAction();
  const reservations = useReservations();
  const terms = getReservationTerms(entityType);
  if (!terms) return null;
  const { days } = terms;
  const register = t(getRegisterLabel(entityType));
  const fee = reservationFee && <ReservationFee fee={reservationFee} />;

  async function reserve(): Promise<void> {
    const isSure = await dialogs.confirm({
      title: t`Reserve this name for ${days} days?`,
      body: (
        <>
          <p>
            <strong>
              <bdi>{name}</bdi>
            </strong>
          </p>
          {fee}
        </>
      ),
      okBtnText: t`Reserve the name`,
    });
    if (!isSure) return;
    await run(async () => {
      await reserveName({ name, entityType });
      await reservations.mutate();
      showToast(t`We reserved the name for you.`);
      onReserved();
    });
  }

  const code = failure instanceof ApiError ? failure.code : '';
  return (
    <section className="card reserve">
      <h3 className="card__title">
        <Trans>Reserve it until you file</Trans>
      </h3>
      <p>
        <Plural
          value={days}
          one="This portal holds a reservation for # day. During that time, no one else can reserve or file the name here."
          other="This portal holds a reservation for # days. During that time, no one else can reserve or file the name here."
        />{' '}
        <Trans>The {register} doesn’t know about it. A paper filing can still take the name.</Trans>
      </p>
      {fee}
      {problem !== null && (
        <Alert kind="error" heading={t`We did not reserve the name`} headingLevel={3} isLive>
          <p>{problem}</p>
          {outdatedVerdict.includes(code) && (
            <Button kind="outline" onClick={onCheckAgain}>
              <Trans>Check the name again</Trans>
            </Button>
          )}
        </Alert>
      )}
      {blockingStep ? (
        <FinishAccountNotice closedBy={blockingStep} />
      ) : account ? (
        <Button kind="outline" isBusy={isBusy} onClick={reserve}>
          {isBusy ? t`Please wait…` : t`Reserve this name for ${days} days`}
        </Button>
      ) : (
        <>
          <p>
            <Trans>You need an account to reserve it. You return to this page after you sign in.</Trans>
          </p>
          <Button kind="outline" onClick={signIn}>
            <Trans>Sign in to reserve it</Trans>
          </Button>
        </>
      )}
    </section>
  );
}
