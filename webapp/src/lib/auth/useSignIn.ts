import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../paths';
import type { FailedSignIn } from './port';
import { getSession } from './session';

/**
 * Starts a sign-in that returns to this page. Shows the error page when the provider is unreachable, and the sign-in
 * page when the browser stores nothing for this tab.
 */
export function useSignIn({ replace = false } = {}): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    getSession()
      .signIn()
      .catch((error: unknown) => navigate((error as FailedSignIn).leadsTo ?? paths.error, { replace }));
  }, [navigate, replace]);
}
