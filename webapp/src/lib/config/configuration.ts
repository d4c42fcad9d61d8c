import type { components } from '@/generated/openapi';
import { throwUnanswered } from '../api/errors';
import { noteRequestId } from '../api/requestIds';

export type Configuration = components['schemas']['AppSettings'];

/** What may be missing at any depth. */
type Partly<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: Partly<T[K]> | null }
    : T;

/** The portal has to answer within this time, or the person is asked to try again. */
const patience = 15_000;

const text = (value: unknown, otherwise: string) => (typeof value === 'string' && value ? value : otherwise);
const milliseconds = (value: unknown, otherwise: number) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : otherwise;
const flag = (value: unknown, otherwise: boolean) => (typeof value === 'boolean' ? value : otherwise);
const seconds = (value: unknown, otherwise: number) =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : otherwise;
const list = (value: unknown, otherwise: string[]) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : otherwise;

/**
 * The configuration with everything that it may lack: the defaults are the specification's, or those of a portal with
 * nothing switched on. Fails without what sign-in and calls need.
 */
export function completeConfiguration(found: Partly<Configuration> | null): Configuration {
  const { security, help, businessOneStop } = found ?? {};
  const oidc = security?.oidcConfiguration;
  if (!found?.webApiUrl || !security?.clientId || !oidc?.authority) {
    throw new Error('incomplete');
  }
  const { origin } = window.location;
  return {
    webApiUrl: found.webApiUrl,
    security: {
      clientId: security.clientId,
      b2cScopes: list(security.b2cScopes, ['openid', 'email', 'profile']),
      oidcConfiguration: {
        authority: oidc.authority,
        redirectUrl: text(oidc.redirectUrl, `${origin}/signin-callback`),
        post_logout_redirect_uri: text(oidc.post_logout_redirect_uri, `${origin}/`),
        signUpSignInPolicy: text(oidc.signUpSignInPolicy, ''),
        resetPasswordPolicy: text(oidc.resetPasswordPolicy, ''),
      },
      secondFactorAcrValues: text(security.secondFactorAcrValues, ''),
      secondFactorClaims: text(security.secondFactorClaims, ''),
    },
    help: {
      linkBaseUrl: text(help?.linkBaseUrl, '/help/'),
      defaultHelpContentPage: text(help?.defaultHelpContentPage, 'index.html'),
    },
    userIdleTimeout: seconds(found.userIdleTimeout, 600),
    businessOneStop: {
      isVisible: flag(businessOneStop?.isVisible, false),
      helpLineNumber: text(businessOneStop?.helpLineNumber, ''),
      unCancellableApiEndpoints: list(businessOneStop?.unCancellableApiEndpoints, []),
    },
    messageCountRefreshInterval: seconds(found.messageCountRefreshInterval, 60),
    readinessDelay: milliseconds(found.readinessDelay, 500),
    privacyOfficerEmail: text(found.privacyOfficerEmail, ''),
    // Nothing here is a government service until somebody says so.
    isDemonstration: flag(found.isDemonstration, true),
  };
}

/**
 * Loads the settings of the app. Throws `ApiError` with the code `network` if no whole answer came in time, another
 * error if the settings lack what sign-in and calls need.
 */
export async function loadConfiguration(): Promise<Configuration> {
  const response = await fetch('/configuration/', {
    credentials: 'same-origin',
    signal: AbortSignal.timeout(patience),
  }).catch(throwUnanswered);
  noteRequestId(Object.fromEntries(response.headers));
  if (!response.ok) throw new Error(String(response.status));
  return completeConfiguration(
    JSON.parse(await response.text().catch(throwUnanswered)) as Partly<Configuration> | null,
  );
}
