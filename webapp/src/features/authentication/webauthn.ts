import { parseBase64 } from '@/lib/accessLog/bytes';
import type { PasskeyAnswer, PasskeyCreation, PasskeyOptions } from './api';

/*
 * The portal uses base64url for bytes. `PublicKeyCredential` converts it in Safari 18.4, Chrome 129 and later; the
 * oldest supported browsers cannot.
 */

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  parseBase64(text.replaceAll('-', '+').replaceAll('_', '/'));

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Returns true if this browser supports passkeys. */
export const hasPasskeySupport = (): boolean => typeof PublicKeyCredential !== 'undefined';

type WithTextId<T> = Omit<T, 'id'> & { id: string };
type TextKey = WithTextId<PublicKeyCredentialDescriptor>;

/** Options in the portal's format: the API's own, with text for bytes. */
interface TextCreation extends Omit<
  PublicKeyCredentialCreationOptions,
  'challenge' | 'user' | 'excludeCredentials'
> {
  challenge: string;
  user: WithTextId<PublicKeyCredentialUserEntity>;
  excludeCredentials?: TextKey[];
}
interface TextRequest extends Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> {
  challenge: string;
  allowCredentials?: TextKey[];
}

const parseKeys = (keys: TextKey[] = []): PublicKeyCredentialDescriptor[] =>
  keys.map((key) => ({ ...key, id: toBytes(key.id) }));

/**
 * Asks a device of the person to create a passkey. Call it from a click.
 *
 * @returns The data that the portal stores; null if the person or the device declined.
 */
export async function makePasskey(options: PasskeyOptions): Promise<PasskeyCreation | null> {
  const given = options as unknown as TextCreation;
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...given,
    challenge: toBytes(given.challenge),
    user: { ...given.user, id: toBytes(given.user.id) },
    excludeCredentials: parseKeys(given.excludeCredentials),
  };
  const made = await toNullOnDecline(navigator.credentials.create({ publicKey }));
  if (!made) return null;
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    clientData: toBase64Url(clientDataJSON),
    attestation: toBase64Url(attestationObject),
  };
}

/** Asks the person to touch one of their passkeys. A refusal is an answer, too. */
export async function touchPasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const given = options as unknown as TextRequest;
  const publicKey: PublicKeyCredentialRequestOptions = {
    ...given,
    challenge: toBytes(given.challenge),
    allowCredentials: parseKeys(given.allowCredentials),
  };
  const touched = await toNullOnDecline(navigator.credentials.get({ publicKey }));
  if (!touched) return { id: '', clientData: '', authenticatorData: '', signature: '', error: 'declined' };
  const { clientDataJSON, authenticatorData, signature } = touched.response as AuthenticatorAssertionResponse;
  return {
    id: touched.id,
    clientData: toBase64Url(clientDataJSON),
    authenticatorData: toBase64Url(authenticatorData),
    signature: toBase64Url(signature),
    error: null,
  };
}

/** Browsers do not reveal if the person declined, waited too long, or has no such device. */
async function toNullOnDecline(asked: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await asked) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null;
    throw error;
  }
}
