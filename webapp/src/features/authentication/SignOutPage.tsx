import '@/styles/parts.scss';
import './authentication.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { leaveTo } from '@/lib/browser';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { Alert } from '@/components/Alert';
import { PageHeading } from '@/components/PageHeading';
import { useAction } from '@/lib/forms/useAction';
import {
  endAuthentication,
  useAuthenticationStatus,
  useRefreshAuthentication,
} from '@/lib/authentication/status';

/** `?action=logout` offers to end enhanced authentication here and at the provider, which leads back. */
export default function SignOutPage() {
  const [parameters] = useSearchParams();
  const action = parameters.get('action');
  if (action === 'loggedout') return <SignedOut />;
  if (action === 'logout') return <SigningOut />;
  return <Navigate to={paths.enhancedAuthentication} replace />;
}

function SigningOut() {
  const { t } = useLingui();
  const refresh = useRefreshAuthentication();
  const { isBusy, problem, run } = useAction();
  const { data: status } = useAuthenticationStatus();
  const [ended, setEnded] = useState<'active' | 'unused' | null>(null);

  // Waits for a click: any page can link here, and only the person may end the proof.
  const end = () =>
    run(async () => {
      const logoutUrl = await endAuthentication();
      await refresh();
      if (logoutUrl) leaveTo(logoutUrl);
      else setEnded(status?.isAuthenticated === false ? 'unused' : 'active');
    });

  if (ended) return <SignedOut wasUnused={ended === 'unused'} />;
  return (
    <div className="page page--narrow">
      <PageHeading title={t`End enhanced authentication`} />
      <FailedAction problem={problem} />
      <p>
        <Trans>
          You stay signed in to the portal. Services that need proof of who you are will ask again.
        </Trans>
      </p>
      <p>
        <Button isBusy={isBusy} onClick={end}>
          <Trans>End it now</Trans>
        </Button>
      </p>
      <p>
        <Link to={paths.dashboard} className="usa-button usa-button--outline">
          <Trans>Go to your dashboard</Trans>
        </Link>
      </p>
    </div>
  );
}

function SignedOut({ wasUnused = false }: { wasUnused?: boolean }) {
  const { t } = useLingui();
  return (
    <div className="page page--narrow">
      <PageHeading title={wasUnused ? t`Enhanced authentication` : t`Enhanced authentication ended`} />
      <Alert kind={wasUnused ? 'info' : 'success'} isLive>
        <p>{wasUnused ? t`You were not using enhanced authentication.` : t`Sign out successful.`}</p>
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
