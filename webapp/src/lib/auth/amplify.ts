import { Amplify, decodeJWT, fetchAuthSession, Hub } from '@aws-amplify/core';
import type { Configuration } from '../config/configuration';
import type { AuthPort } from './port';

/** The name of the API in the REST transport. */
export const portalApi = 'portal';

/**
 * Gives Amplify the session of the sign-in port and the API; every call carries both tokens.
 *
 * A call is sent once; only the transport of a GET requests repeats.
 */
export function configureAmplify(configuration: Configuration, port: AuthPort): void {
  const endpoint = new URL(configuration.webApiUrl, window.location.origin).href.replace(/\/$/, '');
  Amplify.configure(
    { API: { REST: { [portalApi]: { endpoint } } } },
    {
      Auth: {
        tokenProvider: {
          async getTokens(options) {
            const tokens = await port.tokens(options?.forceRefresh);
            return (
              tokens && { accessToken: decodeJWT(tokens.accessToken), idToken: decodeJWT(tokens.idToken) }
            );
          },
        },
      },
      API: {
        REST: {
          retryStrategy: { strategy: 'no-retry' },
          defaultAuthMode: 'none',
          async headers(): Promise<Record<string, string>> {
            const { tokens } = await fetchAuthSession();
            if (!tokens?.idToken) return {};
            return {
              Authorization: `Bearer ${tokens.accessToken.toString()}`,
              id_token: tokens.idToken.toString(),
            };
          },
        },
      },
    },
  );
}

type AuthEvent = 'signedIn' | 'signedOut' | 'tokenRefresh_failure';

/** Amplify keeps its own `auth` channel to itself. */
const channel = 'session';

/** Reports an event of the session to all listeners. */
export function announce(event: AuthEvent, data?: unknown): void {
  Hub.dispatch(channel, { event, data });
}

/** Listens to the events of the session; returns a function that stops listening. */
export function listen(listener: (event: string, data: unknown) => void): () => void {
  return Hub.listen(channel, ({ payload }) =>
    listener(payload.event, 'data' in payload ? payload.data : undefined),
  );
}
