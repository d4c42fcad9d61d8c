/** The code that only a sign-in needs; loaded on first use, never for an anonymous visitor. */
import { ApiError, throwNetworkError } from '../api/errors';
import type { handleRefusal } from '../api/renewal';
import type { Configuration } from '../config/configuration';
import { announce, configureAmplify, listen } from './amplify';
import { openOidc } from './oidc';
import type { Account, AuthEvents, AuthPort } from './port';

export { sendByAmplify } from '../api/amplifyTransport';

/** Opens the sign-in port, gives Amplify its session, and reports its events. */
export async function openSignIn(configuration: Configuration, events: AuthEvents): Promise<AuthPort> {
  // Every call of a signed-in person waits for this port.
  if (!('canParse' in URL)) await import('../polyfills');
  listen((event, data) => {
    if (event === 'signedIn') events.onSignedIn(data as Account);
    if (event === 'signedOut') events.onSignedOut();
    if (event === 'tokenRefresh_failure') events.onExpired();
  });
  const port = await openOidc(configuration, {
    onSignedIn: (account) => announce('signedIn', account),
    onSignedOut: () => announce('signedOut'),
    onExpired: () => announce('tokenRefresh_failure'),
  });
  configureAmplify(configuration, port);
  return port;
}

type HandleRefusal = typeof handleRefusal;

/** Runs a call with the tokens of the person. The code for a refusal is loaded when it is needed. */
export async function renewOnExpiry(
  session: Parameters<HandleRefusal>[1],
  refusedForTerms: Parameters<HandleRefusal>[2],
  send: Parameters<HandleRefusal>[3],
): ReturnType<HandleRefusal> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) throw error;
    const renewal = await import('../api/renewal').catch(throwNetworkError);
    return renewal.handleRefusal(error, session, refusedForTerms, send);
  }
}
