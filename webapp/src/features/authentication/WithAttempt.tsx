import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '@/lib/paths';

/** Shows the attempt in the address, or the ways to start one. */
export function WithAttempt({ children }: { children: (id: string) => ReactNode }) {
  const [parameters] = useSearchParams();
  const id = parameters.get('attempt');
  return id ? children(id) : <Navigate to={paths.enhancedAuthentication} replace />;
}
