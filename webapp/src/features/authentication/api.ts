import { call, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';
import { passkeysPath, typesPath } from '@/lib/authentication/status';
import type { Purpose } from '@/lib/authentication/stepUp';

const passkeyPath = '/api/authentication/passkeys/{id}';

export type AuthenticationType = AnswerBody<typeof typesPath, 'get'>['items'][number];
export type Attempt = AnswerBody<'/api/authentication/attempts/{id}/completion', 'post'>;
export type AttemptRequests = Attempt['requests'];
type Completion = RequestBody<'/api/authentication/attempts/{id}/completion', 'post'>;
/** The answer of the provider, or of the person's wallet, to the browser. */
export type Answer = Partial<Completion>;
export type Quiz = NonNullable<Attempt['quiz']>;
export type Liveness = NonNullable<Attempt['liveness']>;
export type PasskeyAnswer = NonNullable<Completion['passkey']>;
export type Passkey = AnswerBody<typeof passkeysPath, 'get'>['items'][number];
export type PasskeyOptions = AnswerBody<typeof passkeysPath, 'post'>['options'];
export type PasskeyCreation = RequestBody<'/api/authentication/passkeys/{id}/completion', 'post'>['creation'];
export type WalletAnswer = NonNullable<Completion['wallet']>;

/** The types of the specification for which a sentence differs from the others. */
export const typeIds = { face: 1, creditBureau: 2 } as const;

/** Reads every way to step up. */
export function useAuthenticationTypes() {
  return useRead(typesPath);
}

/** Starts an attempt; with a passkey, a touch renews an earlier proof of the type. */
export function beginAttempt(
  typeId: AuthenticationType['typeId'],
  purpose: Purpose,
  returnTo: string,
  usesPasskey = false,
) {
  return call('post', '/api/authentication/attempts', { body: { typeId, purpose, returnTo, usesPasskey } });
}

/** The interval of polling for the answer of a wallet on another device. */
const pollMilliseconds = 2000;

/** Reads an attempt of this session, and polls while a wallet on another device may answer it. */
export function useAttempt(id: string) {
  return useRead('/api/authentication/attempts/{id}', {
    parameters: { id },
    refreshInterval: (latest?: Attempt) =>
      latest?.state === 'answered' || (latest?.state === 'pending' && latest.walletLink !== null)
        ? pollMilliseconds
        : 0,
  });
}

/** Answers an attempt. */
export function completeAttempt(id: string, answer: Answer): Promise<Attempt> {
  return call('post', '/api/authentication/attempts/{id}/completion', {
    parameters: { id },
    body: { redirect: null, wallet: null, passkey: null, quiz: null, liveness: null, ...answer },
  });
}

/** Reads the person's passkeys. */
export function usePasskeys() {
  return useRead(passkeysPath);
}

/** Starts the creation of a passkey. */
export function beginPasskey() {
  return call('post', passkeysPath);
}

/** Stores the passkey that a device created; returns all of them. */
export function completePasskey(id: string, name: string, creation: PasskeyCreation) {
  return call('post', '/api/authentication/passkeys/{id}/completion', {
    parameters: { id },
    body: { name, creation },
  });
}

/** Renames a passkey; returns all of them. */
export function renamePasskey(id: string, name: string) {
  return call('patch', passkeyPath, { parameters: { id }, body: { name } });
}

/** Removes a passkey; returns the rest. */
export function removePasskey(id: string) {
  return call('delete', passkeyPath, { parameters: { id } });
}
