import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { paths } from '@/lib/paths';
import { LoadingScreen } from '@/components/LoadingScreen';

/** Shows pages to visitors; sends signed-in people to the dashboard. */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { status, account } = useSession();
  if (status === 'authenticating' || status === 'leaving') return <LoadingScreen />;
  return account ? <Navigate to={paths.loading} replace /> : children;
}
