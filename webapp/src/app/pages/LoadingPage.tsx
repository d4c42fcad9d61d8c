import { useEffect } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { endFirstVisit } from '@/lib/journey/welcome';
import { getNextStop, postLoginActions } from '@/lib/journey/journey';
import { useUserDetails } from '@/lib/journey/userDetails';
import { paths } from '@/lib/paths';
import { LoadingScreen } from '@/components/LoadingScreen';
import { useReadiness } from '../start/Readiness';

/** Waits until the app is ready, then sends the signed-in person to their next page. */
export function LoadingPage() {
  const { account } = useSession();
  const { data: details } = useUserDetails();
  const isReady = useReadiness();
  const navigate = useNavigate();
  const accountId = account?.id;
  const action = details?.postLoginAction;

  useEffect(() => {
    if (!accountId || !isReady) return;
    if (action === postLoginActions.dashboard) endFirstVisit(accountId);
    void navigate(getNextStop(action, accountId, window.location.pathname), { replace: true });
  }, [accountId, isReady, action, navigate]);

  return accountId ? <LoadingScreen /> : <Navigate to={paths.landing} replace />;
}
