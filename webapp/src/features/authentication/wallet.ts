import type { AttemptRequests, WalletAnswer } from './api';

/** The Digital Credentials API (https://www.w3.org/TR/digital-credentials/), as far as it is used here. */
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

/** The requests that this browser can hand to a wallet; none where it knows no wallets. */
export function listSupportedRequests(requests: AttemptRequests): AttemptRequests {
  const api = getDigitalCredential();
  if (!api) return [];
  return requests.filter(({ protocol }) => api.userAgentAllowsProtocol?.(protocol) ?? true);
}

/**
 * Asks the person's wallet; the browser shows what is asked and by whom. Call it from a click.
 *
 * @returns The wallet's answer, which only the portal can open; null where the person declined, the signal was
 * aborted, or no wallet has what is asked: a browser keeps that to itself.
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
