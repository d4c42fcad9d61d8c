import '@/styles/parts.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { session, useSession } from '@/lib/auth/session';
import { useSignIn } from '@/lib/auth/useSignIn';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { LoadingScreen } from '@/components/LoadingScreen';
import { PageHeading } from '@/components/PageHeading';

/** In place of a second sign-in by itself, which might not be the last. */
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

/** Where the identity provider sends people back to. */
export default function SignInCallbackPage() {
  const navigate = useNavigate();
  const { status } = useSession();
  const [isRefused, setRefused] = useState(false);
  const hasStarted = useRef(false);

  useEffect(() => {
    // An answer is good for one use.
    if (hasStarted.current) return;
    hasStarted.current = true;

    async function complete(): Promise<void> {
      try {
        const outcome = await session().completeSignIn();
        if (outcome === 'refused') setRefused(true);
        else if (outcome !== 'resetRequested') {
          // The way back leads to the root, not to the provider's page.
          void navigate(paths.landing, { replace: true });
          if (session().current().account) await navigate(paths.loading);
        }
      } catch {
        await navigate(paths.error, { replace: true });
      }
    }
    void complete();
  }, [navigate]);

  return isRefused && status === 'anonymous' ? <RefusedAnswer /> : <LoadingScreen />;
}
