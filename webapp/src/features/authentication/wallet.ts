import type { AttemptRequests, WalletAnswer } from './api';

/** The part of the Digital Credentials API (https://www.w3.org/TR/digital-credentials/) that the portal uses. */
interface DigitalCredential extends Credential {
  readonly protocol: string;
  readonly data: unknown;
}
interface DigitalRequestOptions extends CredentialRequestOptions {
  digital: { requests: AttemptRequests };
}
interface DigitalCredentialClass {
  userAgentAllowsProtocol?: (protocol: string) => boolean;
}

const getDigitalCredential = () =>
  (window as { DigitalCredential?: DigitalCredentialClass }).DigitalCredential;

/** Returns the requests that this browser can pass to a wallet; none if it supports no wallets. */
export function listSupportedRequests(requests: AttemptRequests): AttemptRequests {
  const api = getDigitalCredential();
  if (!api) return [];
  return requests.filter(({ protocol }) => api.userAgentAllowsProtocol?.(protocol) ?? true);
}

/**
 * Asks the person's wallet; the browser shows the request and its origin. Call it from a click.
 *
 * @returns The wallet's answer, which only the portal can decrypt; null if the person declined, the signal was aborted,
 * or no wallet has the data: browsers do not tell these cases apart.
 */
export async function askWallet(
  requests: AttemptRequests,
  signal: AbortSignal,
): Promise<WalletAnswer | null> {
  const options: DigitalRequestOptions = { mediation: 'required', signal, digital: { requests } };
  let credential;
  try {
    credential = (await navigator.credentials.get(options)) as DigitalCredential | null;
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null;
    throw error;
  }
  const asked = requests.find(({ protocol }) => protocol === credential?.protocol);
  if (!credential || !asked) return null;
  const { response } = (credential.data ?? {}) as { response?: unknown };
  const isAnswer = typeof response === 'string';
  return {
    protocol: asked.protocol,
    data: { response: isAnswer ? response : null, error: isAnswer ? null : 'refused' },
  };
}
