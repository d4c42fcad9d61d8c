import { Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { beginProgress } from '@/lib/progress/progress';
import { DialogHost } from '@/components/dialogs/DialogHost';
import { ToastHost } from '@/components/toasts/ToastHost';
import { signedInPart } from '../signedInPart';
import { DeclinedNotice } from '../start/DeclinedNotice';
import { SignOutNotice } from '../start/SignOutNotice';

const IdleWatcher = signedInPart((code) => code.IdleWatcher);
const Readiness = signedInPart((code) => code.Readiness);
const SessionEndedDialog = signedInPart((code) => code.SessionEndedDialog);

/**
 * Each move to another page shows in the progress bar. A page that has to be loaded first holds the bar itself, see
 * the routes.
 */
function useNavigationProgress(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const end = beginProgress();
    end();
  }, [pathname]);
}

/** Everything that speaks to the person from outside the page: dialogs, toasts, the idle watch, the end of a session. */
export function Feedback() {
  const { status, account } = useSession();
  useNavigationProgress();

  return (
    <>
      <DialogHost />
      <ToastHost />
      <SignOutNotice />
      <DeclinedNotice />
      {account && (
        <Suspense fallback={null}>
          <Readiness />
          <IdleWatcher />
          {status === 'expired' && <SessionEndedDialog />}
        </Suspense>
      )}
    </>
  );
}
