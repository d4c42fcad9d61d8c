import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Navigate, Outlet, useNavigate } from 'react-router';
import { refusedForTerms } from '@/lib/api/call';
import { ApiError } from '@/lib/api/errors';
import { storeReturnUrl } from '@/lib/auth/returnUrl';
import { useSession } from '@/lib/auth/session';
import { hasStaffAccess, type StaffAccess } from '@/lib/auth/staff';
import { useSignIn } from '@/lib/auth/useSignIn';
import { useBlockingStep } from '@/lib/journey/journey';
import { useRegistrationState, useUserDetails } from '@/lib/journey/userDetails';
import { createLazyComponent } from '@/lib/lazyComponent';
import { paths } from '@/lib/paths';
import { LoadingScreen } from '@/components/LoadingScreen';
import { UnreachablePage } from '../pages/UnreachablePage';
import { loadTexts } from '../texts';
import { useReadiness } from './Readiness';

const NoAccessPage = createLazyComponent(async () => {
  const [{ NoAccessPage }] = await Promise.all([
    import('@/features/userservices/NoAccessPage'),
    loadTexts('userservices'),
  ]);
  return NoAccessPage;
});
const StaffDesk = createLazyComponent(async () => {
  const [{ StaffDesk }] = await Promise.all([
    import('@/features/userservices/StaffDesk'),
    loadTexts('userservices'),
  ]);
  return StaffDesk;
});

/** Shows pages to signed-in people; sends visitors to sign in and back to this page. */
export function SignedInOnly() {
  const { status, account } = useSession();
  const isReady = useReadiness();
  const signIn = useSignIn({ replace: true });
  const hasAsked = useRef(false);

  useEffect(() => {
    if (status !== 'anonymous' || hasAsked.current) return;
    hasAsked.current = true;
    signIn();
  }, [status, signIn]);

  return account && status !== 'leaving' && isReady ? <Outlet /> : <LoadingScreen />;
}

/**
 * Reads the registration and decides by it. If that fails, the person is signed out and sees the error page, because a
 * silent redirect would hide the fault. A call without an answer signs nobody out.
 */
function CheckedRegistration({ decide }: { decide: (isRegistered: boolean) => ReactNode }) {
  const { data, error, mutate } = useRegistrationState();
  if (data) return decide(data.isRegistered);
  // An ended session is not a failed check: the person is asked to sign in again.
  if (error === undefined || (error instanceof ApiError && error.status === 401)) return <LoadingScreen />;
  if (error instanceof ApiError && error.status === 0)
    return <UnreachablePage onRetry={() => void mutate()} />;
  const reference = error instanceof ApiError ? error.requestId : null;
  return <Navigate to={paths.error} replace state={{ endsSession: true, reference }} />;
}

/** Shows pages to registered people; sends others to register. */
export function RegisteredOnly() {
  return (
    <CheckedRegistration
      decide={(isRegistered) =>
        isRegistered ? <Outlet /> : <Navigate to={paths.registerIdentification} replace />
      }
    />
  );
}

/** Sends a person to the terms, and back to this page after they accepted. */
function ToTerms() {
  const navigate = useNavigate();
  useEffect(() => {
    storeReturnUrl(window.location);
    void navigate(paths.termsAndConditions, { replace: true });
  }, [navigate]);
  return <LoadingScreen />;
}

/**
 * Shows pages to people who accepted the terms in force; sends others to the terms. If that is unknown, the pages show
 * what the portal answers, because it applies the same rule. The context of the outlet is the desk of staff, for the
 * dashboard; null for others.
 */
export function AcceptedOnly() {
  const { data, error, mutate } = useUserDetails();
  const openStep = useBlockingStep();
  const { account } = useSession();
  const isStaff = account !== null && hasStaffAccess(account.groups, 'government');
  const isRefused = useSyncExternalStore(refusedForTerms.subscribe, refusedForTerms.current);

  // The terms can change during the session, or be declined in another tab.
  useEffect(() => {
    if (!isRefused) return;
    refusedForTerms.set(false);
    void mutate();
  }, [isRefused, mutate]);

  if (!data && error === undefined) return <LoadingScreen />;
  return openStep === 'terms' ? <ToTerms /> : <Outlet context={isStaff ? <StaffDesk /> : null} />;
}

/** Decides only on entry: a person who registers on these pages is redirected by them. */
function Unregistered({ isRegistered }: { isRegistered: boolean }) {
  const [wasRegistered] = useState(isRegistered);
  return wasRegistered ? <Navigate to={paths.dashboard} replace /> : <Outlet />;
}

/**
 * Shows pages to signed-in people who have not registered. Registered people go to the dashboard, visitors to the
 * landing page.
 */
export function UnregisteredOnly() {
  const { status, account } = useSession();
  const isReady = useReadiness();
  if (!account) return <Navigate to={paths.landing} replace />;
  if (!isReady || status === 'leaving') return <LoadingScreen />;
  return <CheckedRegistration decide={(isRegistered) => <Unregistered isRegistered={isRegistered} />} />;
}

/** Shows pages to staff with the access; shows everyone else a notice. */
export function StaffOnly({ access }: { access: StaffAccess }) {
  const { account } = useSession();
  return account && hasStaffAccess(account.groups, access) ? <Outlet /> : <NoAccessPage />;
}
