import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { paths } from '@/lib/paths';
import { LoadingScreen } from '@/components/LoadingScreen';

/** For visitors; a signed-in person is taken on to the dashboard. */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { status, account } = useSession();
  if (status === 'authenticating' || status === 'leaving') return <LoadingScreen />;
  return account ? <Navigate to={paths.loading} replace /> : children;
}
