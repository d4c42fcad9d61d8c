import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Navigate, Outlet, useNavigate } from 'react-router';
import { ApiError } from '@/lib/api/errors';
import { session, useSession } from '@/lib/auth/session';
import { useRegistrationState } from '@/lib/journey/userDetails';
import { paths } from '@/lib/paths';
import { LoadingScreen } from '@/components/LoadingScreen';
import { NoAccessPage } from '../pages/NoAccessPage';
import { useReadiness } from './Readiness';

/** For visitors; a signed-in person is taken on to the dashboard. */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { status, account } = useSession();
  if (status === 'authenticating' || status === 'leaving') return <LoadingScreen />;
  return account ? <Navigate to={paths.loading} replace /> : children;
}

/** For signed-in people; a visitor is sent to sign in and comes back to this page. */
export function SignedInOnly() {
  const { status, account } = useSession();
  const isReady = useReadiness();
  const navigate = useNavigate();
  const hasAsked = useRef(false);

  useEffect(() => {
    if (status !== 'anonymous' || hasAsked.current) return;
    hasAsked.current = true;
    session.signIn().catch(() => navigate(paths.error, { replace: true }));
  }, [status, navigate]);

  return account && status !== 'leaving' && isReady ? <Outlet /> : <LoadingScreen />;
}

/** Reads the registration; when that fails, signs out and shows the error page: a silent way back would hide the fault. */
function useCheckedRegistration(): boolean | undefined {
  const { data, error } = useRegistrationState();
  const navigate = useNavigate();
  // A session that has ended is no failed check: its owner is asked to sign in again.
  const hasFailed =
    data === undefined && error !== undefined && !(error instanceof ApiError && error.status === 401);

  useEffect(() => {
    if (!hasFailed) return;
    void navigate(paths.error, { replace: true });
    void session.forget();
  }, [hasFailed, navigate]);

  return data?.isRegistered;
}

/** For registered people; others are sent to register. */
export function RegisteredOnly() {
  const isRegistered = useCheckedRegistration();
  if (isRegistered === undefined) return <LoadingScreen />;
  return isRegistered ? <Outlet /> : <Navigate to={paths.registerIdentification} replace />;
}

function UnregisteredSignedIn() {
  const isRegistered = useCheckedRegistration();
  const [wasRegistered, setWasRegistered] = useState<boolean>();
  // Decided on entering: somebody who registers on these pages is led on by them, not by this guard.
  if (wasRegistered === undefined && isRegistered !== undefined) setWasRegistered(isRegistered);

  if (wasRegistered === undefined) return <LoadingScreen />;
  return wasRegistered ? <Navigate to={paths.dashboard} replace /> : <Outlet />;
}

/** For signed-in people who have not registered; registered ones go to the dashboard, visitors to the landing page. */
export function UnregisteredOnly() {
  const { status, account } = useSession();
  const isReady = useReadiness();
  if (!account) return <Navigate to={paths.landing} replace />;
  return isReady && status !== 'leaving' ? <UnregisteredSignedIn /> : <LoadingScreen />;
}

/** For members of one of the groups; everybody else is told so. */
export function GroupsOnly({ groups }: { groups: readonly string[] }) {
  const { account } = useSession();
  return account?.groups.some((group) => groups.includes(group)) ? <Outlet /> : <NoAccessPage />;
}
