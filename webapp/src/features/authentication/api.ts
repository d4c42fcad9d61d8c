import { useSWRConfig } from 'swr';
import { call, type AnswerOf, type BodyOf } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';

const statusPath = '/api/authentication/status';
const lockedOutPath = '/api/authentication/lockedout';
const typesPath = '/api/authentication/types/settings';

export type AuthenticationStatus = AnswerOf<typeof statusPath, 'get'>;
export type AuthenticationType = AnswerOf<typeof typesPath, 'get'>['items'][number];
export type Attempt = AnswerOf<'/api/authentication/attempts/{id}/completion', 'post'>;
export type Purpose = BodyOf<'/api/authentication/attempts', 'post'>['purpose'];
export type AttemptRequests = Attempt['requests'];
type Completion = BodyOf<'/api/authentication/attempts/{id}/completion', 'post'>;
/** What the provider, or the person's wallet, gave to the browser. */
export type Answer = Partial<Completion>;
export type WalletAnswer = NonNullable<Completion['wallet']>;

/** What enhanced authentication the session has; asked again when it ends. */
export function useAuthenticationStatus() {
  return useRead(statusPath, {
    lifetime: 'session',
    refreshInterval: (status) => {
      const { expiresAt } = (status ?? {}) as Partial<AuthenticationStatus>;
      return expiresAt ? Math.max(1000, Date.parse(expiresAt) - Date.now()) : 0;
    },
  });
}

/** Whether no way to step up is left. */
export function useLockedOut() {
  return useRead(lockedOutPath, { lifetime: 'session' });
}

/** Every way to step up. */
export function useAuthenticationTypes() {
  return useRead(typesPath);
}

/** Reads anew what the session has, wherever it is shown. */
export function useRefreshAuthentication(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () =>
    mutate((key) => Array.isArray(key) && [statusPath, lockedOutPath, typesPath].includes(String(key[0])));
}

/** The page that ends a type; null where the call that ends it is all there is to do. */
export async function logoutPathOf(typeId: number | null): Promise<string | null> {
  const { items } = await call('get', typesPath);
  return items.find((type) => type.typeId === typeId)?.logoutPath ?? null;
}

/** Ends the enhanced authentication of the session; answers where to end it at the provider too. */
export async function endAuthentication(): Promise<string | null> {
  return (await call('delete', '/api/authentication')).logoutUrl;
}

/** Begins an attempt. */
export function beginAttempt(typeId: AuthenticationType['typeId'], purpose: Purpose, returnTo: string) {
  return call('post', '/api/authentication/attempts', { body: { typeId, purpose, returnTo } });
}

/** An attempt of this session. */
export function useAttempt(id: string) {
  return useRead('/api/authentication/attempts/{id}', { parameters: { id } });
}

/** Answers an attempt. */
export function completeAttempt(id: string, answer: Answer): Promise<Attempt> {
  return call('post', '/api/authentication/attempts/{id}/completion', {
    parameters: { id },
    body: { redirect: null, wallet: null, ...answer },
  });
}
