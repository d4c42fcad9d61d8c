import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../paths';
import type { FailedSignIn } from './port';
import { getSession } from './session';

/**
 * Starts a sign-in that comes back to this page. The error page shows when the provider is out of reach; the page of
 * sign-ins says so when the browser keeps nothing for this tab.
 */
export function useSignIn({ replace = false } = {}): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    getSession()
      .signIn()
      .catch((error: unknown) => navigate((error as FailedSignIn).leadsTo ?? paths.error, { replace }));
  }, [navigate, replace]);
}
