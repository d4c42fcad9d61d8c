import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../paths';
import { session } from './session';

/** Starts a sign-in that comes back to this page. The error page shows when the provider is out of reach. */
export function useSignIn({ replace = false } = {}): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    session()
      .signIn()
      .catch(() => navigate(paths.error, { replace }));
  }, [navigate, replace]);
}
