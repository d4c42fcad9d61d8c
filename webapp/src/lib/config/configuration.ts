import type { components } from '@/generated/openapi';
import { throwNetworkError } from '../api/errors';
import { storeRequestId } from '../api/requestIds';

export type Configuration = components['schemas']['AppSettings'];

/** A type whose properties are optional at any depth. */
type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> | null }
    : T;

/** The time limit of the request, after which the person can try again. */
const timeoutMilliseconds = 15_000;

const parseText = (value: unknown, otherwise: string) =>
  typeof value === 'string' && value ? value : otherwise;
const parseMilliseconds = (value: unknown, otherwise: number) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : otherwise;
const parseFlag = (value: unknown, otherwise: boolean) => (typeof value === 'boolean' ? value : otherwise);
const parseSeconds = (value: unknown, otherwise: number) =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : otherwise;
const parseList = (value: unknown, otherwise: string[]) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : otherwise;

/**
 * Adds defaults for all optional settings: those of the specification, or those of a portal with every option off.
 * Fails without the settings for sign-in and calls.
 */
export function completeConfiguration(found: DeepPartial<Configuration> | null): Configuration {
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
      b2cScopes: parseList(security.b2cScopes, ['openid', 'email', 'profile']),
      oidcConfiguration: {
        authority: oidc.authority,
        redirectUrl: parseText(oidc.redirectUrl, `${origin}/signin-callback`),
        post_logout_redirect_uri: parseText(oidc.post_logout_redirect_uri, `${origin}/`),
        signUpSignInPolicy: parseText(oidc.signUpSignInPolicy, ''),
        resetPasswordPolicy: parseText(oidc.resetPasswordPolicy, ''),
      },
      secondFactorAcrValues: parseText(security.secondFactorAcrValues, ''),
      secondFactorClaims: parseText(security.secondFactorClaims, ''),
    },
    help: {
      linkBaseUrl: parseText(help?.linkBaseUrl, '/help/'),
      defaultHelpContentPage: parseText(help?.defaultHelpContentPage, 'index.html'),
    },
    userIdleTimeout: parseSeconds(found.userIdleTimeout, 600),
    businessOneStop: {
      isVisible: parseFlag(businessOneStop?.isVisible, false),
      helpLineNumber: parseText(businessOneStop?.helpLineNumber, ''),
      unCancellableApiEndpoints: parseList(businessOneStop?.unCancellableApiEndpoints, []),
    },
    messageCountRefreshInterval: parseSeconds(found.messageCountRefreshInterval, 60),
    readinessDelay: parseMilliseconds(found.readinessDelay, 500),
    privacyOfficerEmail: parseText(found.privacyOfficerEmail, ''),
    // The default is a demonstration, which is not a government service.
    isDemonstration: parseFlag(found.isDemonstration, true),
  };
}

/**
 * Loads the settings of the app. Throws `ApiError` with the code `network` if no complete reply arrived in time,
 * another error if the settings for sign-in and calls are missing.
 */
export async function loadConfiguration(): Promise<Configuration> {
  const response = await fetch('/configuration/', {
    credentials: 'same-origin',
    signal: AbortSignal.timeout(timeoutMilliseconds),
  }).catch(throwNetworkError);
  storeRequestId(Object.fromEntries(response.headers));
  if (!response.ok) throw new Error(String(response.status));
  return completeConfiguration(
    JSON.parse(await response.text().catch(throwNetworkError)) as DeepPartial<Configuration> | null,
  );
}
