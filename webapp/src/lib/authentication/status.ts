import { useSWRConfig } from 'swr';
import { call, type AnswerBody } from '../api/call';
import { useRead } from '../api/useRead';

export const statusPath = '/api/authentication/status';
const lockedOutPath = '/api/authentication/lockedout';
export const typesPath = '/api/authentication/types/settings';
export const passkeysPath = '/api/authentication/passkeys';

export type AuthenticationStatus = AnswerBody<typeof statusPath, 'get'>;

/** Milliseconds until the next request after the status has ended by the device's clock, which may be wrong. */
const refreshMilliseconds = 60_000;

/** Reads the session's enhanced authentication, and reads it again when it ends. */
export function useAuthenticationStatus() {
  return useRead(statusPath, {
    lifetime: 'session',
    refreshInterval: (status) => {
      const { expiresAt } = (status ?? {}) as Partial<AuthenticationStatus>;
      if (!expiresAt) return 0;
      const left = Date.parse(expiresAt) - Date.now();
      return left > 0 ? Math.max(1000, left) : refreshMilliseconds;
    },
  });
}

/** Reads if every way to step up is locked. */
export function useLockedOut() {
  return useRead(lockedOutPath, { lifetime: 'session' });
}

/** Reads the session's enhanced authentication again, wherever it is shown. */
export function useRefreshAuthentication(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () =>
    mutate(
      (key) =>
        Array.isArray(key) && [statusPath, lockedOutPath, typesPath, passkeysPath].includes(String(key[0])),
    );
}

/** Ends the enhanced authentication of the session; returns the address that ends it at the provider, too. */
export async function endAuthentication(): Promise<string | null> {
  return (await call('delete', '/api/authentication')).logoutUrl;
}
