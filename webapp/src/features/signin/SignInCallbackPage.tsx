import '@/styles/parts.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { getSession, useSession } from '@/lib/auth/session';
import { useSignIn } from '@/lib/auth/useSignIn';
import { reload } from '@/lib/browser';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { LoadingScreen } from '@/components/LoadingScreen';
import { PageHeading } from '@/components/PageHeading';

/** Offers a sign-in by a button, because automatic ones could repeat without end. */
function RefusedAnswer() {
  const { t } = useLingui();
  const signIn = useSignIn({ replace: true });
  return (
    <div className="page page--narrow">
      <PageHeading title={t`You are not signed in yet`} />
      <p className="lead">
        <Trans>Your sign-in took too long or started in another tab. Sign in again here to continue.</Trans>
      </p>
      <Button kind="big" onClick={signIn}>
        <Trans>Sign in</Trans>
      </Button>
    </div>
  );
}

/** Explains the settings to a browser that stores nothing for this tab. New settings apply after a reload. */
function StorageNeeded() {
  const { t } = useLingui();
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Your browser blocks sign-in`} />
      <p className="lead">
        <Trans>
          To sign you in, this site has to keep data in your browser. In your browser’s settings, allow
          cookies and site data for this site.
        </Trans>
      </p>
      <p>
        <Trans>
          If they are allowed already, the storage may be full. Delete some site data to make room.
        </Trans>
      </p>
      <Button kind="big" onClick={reload}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

/** The page to which the identity provider sends people back. */
export default function SignInCallbackPage() {
  const navigate = useNavigate();
  const { status } = useSession();
  const [failure, setFailure] = useState<'refused' | 'storageNeeded' | null>(null);
  const hasStarted = useRef(false);

  useEffect(() => {
    // An answer can be used once.
    if (hasStarted.current) return;
    hasStarted.current = true;

    async function complete(): Promise<void> {
      try {
        const outcome = await getSession().completeSignIn();
        if (outcome === 'refused' || outcome === 'storageNeeded') setFailure(outcome);
        else if (outcome !== 'resetRequested') {
          // Going back leads to the root, not to the provider's page.
          void navigate(paths.landing, { replace: true });
          if (getSession().current().account) await navigate(paths.loading);
        }
      } catch {
        await navigate(paths.error, { replace: true });
      }
    }
    void complete();
  }, [navigate]);

  if (failure === null || status !== 'anonymous') return <LoadingScreen />;
  return failure === 'refused' ? <RefusedAnswer /> : <StorageNeeded />;
}
