import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { session } from '@/lib/auth/session';
import { paths } from '@/lib/paths';
import { LoadingScreen } from '@/components/LoadingScreen';

/** Back to where somebody was who is signed in all the same, else to another page. */
const whenSignedIn = (otherwise: string) => (session().current().account ? paths.loading : otherwise);

/** Where the identity provider sends people back to. */
export function SignInCallbackPage() {
  const navigate = useNavigate();
  const hasStarted = useRef(false);

  useEffect(() => {
    // An answer is good for one use.
    if (hasStarted.current) return;
    hasStarted.current = true;

    async function complete(): Promise<void> {
      try {
        const outcome = await session().completeSignIn();
        if (outcome === 'signedIn') await navigate(paths.loading, { replace: true });
        if (outcome === 'cancelled') await navigate(whenSignedIn(paths.landing), { replace: true });
      } catch {
        // Somebody who is signed in and loads the answer a second time has lost nothing.
        await navigate(whenSignedIn(paths.error), { replace: true });
      }
    }
    void complete();
  }, [navigate]);

  return <LoadingScreen />;
}
