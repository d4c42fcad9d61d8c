import './authentication.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { ApiError, CancelledError } from '@/lib/api/errors';
import { leaveTo } from '@/lib/browser';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { useFailureWords } from '@/components/forms/useFailureWords';
import { endAuthentication, useRefreshAuthentication } from './api';

/** `?action=logout` ends enhanced authentication here and at the provider, which leads back with `loggedout`. */
export function SignOutPage() {
  const [parameters] = useSearchParams();
  const action = parameters.get('action');
  if (action === 'loggedout') return <SignedOut />;
  if (action === 'logout') return <SigningOut />;
  return <Navigate to={paths.enhancedAuthentication} replace />;
}

function SigningOut() {
  const { t } = useLingui();
  const describeFailure = useFailureWords();
  const refresh = useRefreshAuthentication();
  const [isEnded, setEnded] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isSent = useRef(false);

  useEffect(() => {
    // Once for the page, however often it is drawn.
    if (isSent.current) return;
    isSent.current = true;
    async function end() {
      try {
        const logoutUrl = await endAuthentication();
        await refresh();
        if (logoutUrl) leaveTo(logoutUrl);
        else setEnded(true);
      } catch (error) {
        if (error instanceof CancelledError || (error instanceof ApiError && error.status === 401)) return;
        setProblem(describeFailure(error));
      }
    }
    void end();
  }, [refresh, describeFailure]);

  if (isEnded) return <SignedOut />;
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Signing out of enhanced authentication`} hasHelp={false} />
      {problem === null ? (
        <Skeleton lines={2} />
      ) : (
        <Alert kind="error" isLive>
          <p>{problem}</p>
        </Alert>
      )}
    </div>
  );
}

function SignedOut() {
  const { t } = useLingui();
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Enhanced authentication ended`} />
      <Alert kind="success" isLive>
        <p>
          <Trans>Sign out successful.</Trans>
        </p>
      </Alert>
      <p>
        <Trans>You are still signed in to the portal.</Trans>
      </p>
      <p>
        <Link to={paths.dashboard} className="usa-button">
          <Trans>Go to your dashboard</Trans>
        </Link>
      </p>
    </div>
  );
}
