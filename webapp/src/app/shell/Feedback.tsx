import { Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { beginProgress } from '@/lib/progress/progress';
import { DialogHost } from '@/components/dialogs/DialogHost';
import { ToastHost } from '@/components/toasts/ToastHost';
import { createLazyComponent } from '@/lib/lazyComponent';
import { createSignedInPart } from '../signedInPart';
import { DeclinedNotice } from '../start/DeclinedNotice';
import { SignOutNotice } from '../start/SignOutNotice';

const IdleWatcher = createSignedInPart((code) => code.IdleWatcher);
const Readiness = createSignedInPart((code) => code.Readiness);
const SessionEndedDialog = createLazyComponent(
  async () => (await import('./SessionEndedDialog')).SessionEndedDialog,
);

/** Shows each navigation in the progress bar. A page that loads first shows its own progress; see the routes. */
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

/** The parts of the app outside the page: dialogs, toasts, the idle watch, and the end of a session. */
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
