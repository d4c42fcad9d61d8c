import './authentication.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError, CancelledError } from '@/lib/api/errors';
import { safeReturnPath } from '@/lib/auth/returnUrl';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { showToast } from '@/components/toasts/toasts';
import { useFailureWords } from '@/components/forms/useFailureWords';
import { completeAttempt, useRefreshAuthentication, type Attempt } from './api';

type Outcome = Attempt | { problem: string };

/** Where the identity service leads back to: takes its answer to the portal, and goes on where the person was. */
export function EidResponsePage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const describeFailure = useFailureWords();
  const refresh = useRefreshAuthentication();
  const [parameters] = useSearchParams();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const isSent = useRef(false);

  useEffect(() => {
    // An answer is good once, however often the page is drawn.
    if (isSent.current) return;
    isSent.current = true;
    async function complete() {
      const state = parameters.get('state') ?? '';
      const code = parameters.get('code');
      const error = parameters.get('error');
      // The state begins with the id of the attempt.
      const id = state.split('.')[0] ?? '';
      try {
        const attempt = await completeAttempt(id, { state, code, error });
        await refresh();
        if (attempt.state === 'verified') {
          showToast(t`You proved who you are.`);
          await navigate(safeReturnPath(attempt.returnTo) ?? paths.dashboard, { replace: true });
          return;
        }
        setOutcome(attempt);
      } catch (failure) {
        if (failure instanceof CancelledError || (failure instanceof ApiError && failure.status === 401))
          return;
        setOutcome({ problem: describeFailure(failure) });
      }
    }
    void complete();
  }, [parameters, refresh, navigate, describeFailure, t]);

  if (!outcome) {
    return (
      <div className="page page--narrow">
        <PageHeading title={t`Checking the answer`} hasHelp={false} />
        <Skeleton lines={3} />
      </div>
    );
  }
  return <NotProven outcome={outcome} />;
}

function NotProven({ outcome }: { outcome: Outcome }) {
  const { t } = useLingui();
  const isCanceled = 'state' in outcome && outcome.state === 'canceled';
  return (
    <div className="page page--narrow">
      <PageHeading title={isCanceled ? t`You canceled` : t`You are not verified`} />
      <Alert kind={isCanceled ? 'info' : 'error'} isLive>
        <p>
          <Words outcome={outcome} />
        </p>
      </Alert>
      <p>
        <Link to={paths.enhancedAuthentication} className="usa-button">
          <Trans>Try again or choose another way</Trans>
        </Link>
      </p>
    </div>
  );
}

function Words({ outcome }: { outcome: Outcome }) {
  if ('problem' in outcome) return outcome.problem;
  if (outcome.state === 'canceled')
    return <Trans>Nothing was sent to the portal. This try does not count.</Trans>;
  if (outcome.reason === 'wrongPerson')
    return (
      <Trans>
        The name or date of birth at the identity service is not the one in your registration. Both have to be
        the same.
      </Trans>
    );
  if (outcome.reason === 'assuranceTooLow')
    return (
      <Trans>
        The identity service knows you, but you have not proven your identity there yet. Do that there first,
        then try again.
      </Trans>
    );
  return <Trans>The answer of the identity service could not be trusted. Nothing was changed.</Trans>;
}
