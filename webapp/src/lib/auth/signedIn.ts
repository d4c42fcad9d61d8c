/** The code that only a sign-in needs; loaded on first use, never for an anonymous visitor. */
import type { Configuration } from '../config/configuration';
import { announce, configureAmplify, listen } from './amplify';
import { openOidc } from './oidc';
import type { Account, AuthEvents, AuthPort } from './port';

export { sendByAmplify } from '../api/amplifyTransport';
export { renewOnExpiry } from '../api/renewal';

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
