import type { PasskeyAnswer, PasskeyCreation, PasskeyOptions } from './api';

/** What `toJSON` gives (Web Authentication Level 3, 5.1.8), as far as it is used here. */
interface CreationJson {
  id: string;
  response: { clientDataJSON: string; attestationObject: string };
}
interface RequestJson {
  id: string;
  response: { clientDataJSON: string; authenticatorData: string; signature: string };
}

/** Whether this browser makes and uses passkeys, in the form that the portal sends and takes. */
export const knowsPasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/**
 * Has a device of the person make a passkey. Call it from a click.
 *
 * @returns What the portal keeps of it; null where the person or the device declined.
 */
export async function makePasskey(options: PasskeyOptions): Promise<PasskeyCreation | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = await declinable(navigator.credentials.create({ publicKey }));
  if (!made) return null;
  const { id, response } = made.toJSON() as CreationJson;
  return { id, clientData: response.clientDataJSON, attestation: response.attestationObject };
}

/** Has the person touch one of their passkeys. A refusal is an answer, too. */
export async function touchPasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const touched = await declinable(navigator.credentials.get({ publicKey }));
  if (!touched) return { id: '', clientData: '', authenticatorData: '', signature: '', error: 'declined' };
  const { id, response } = touched.toJSON() as RequestJson;
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientData: clientDataJSON, authenticatorData, signature, error: null };
}

/** A browser keeps to itself whether the person declined, waited too long, or has no such device. */
async function declinable(asked: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await asked) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null;
    throw error;
  }
}
