import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '@/lib/paths';

/** What is shown for the attempt that the address names; where it names none, the ways to begin one. */
export function WithAttempt({ children }: { children: (id: string) => ReactNode }) {
  const [parameters] = useSearchParams();
  const id = parameters.get('attempt');
  return id ? children(id) : <Navigate to={paths.enhancedAuthentication} replace />;
}
