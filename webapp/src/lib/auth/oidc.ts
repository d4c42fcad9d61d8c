import {
  ErrorResponse,
  UserManager,
  WebStorageStateStore,
  type SigninRedirectArgs,
  type User,
} from 'oidc-client-ts';
import { ApiError } from '../api/errors';
import type { Configuration } from '../config/configuration';
import { getCurrentLanguage } from '../i18n/language';
import { moveLanguageToTab } from '../i18n/savedLanguage';
import { paths } from '../paths';
import { toBrowserStorage, isTabStoragePersistent } from '../storage/browserStorage';
import { lastingStorage, tabStorage } from '../storage/storage';
import { toAccount } from './account';
import type { AuthEvents, AuthPort, FailedSignIn, SignInDemand, SignInOutcome, Tokens } from './port';
import { getSignInMeaning } from './signInMeaning';

const renewalLockName = 'saguaro.renewal';
const silentSeconds = 5;
/** Replaces a refresh token that the provider refused; using it again would count as theft. */
const refused = '';
/** The errors of a provider that is temporarily unavailable; any other error is a refusal. */
const passingErrors: readonly (string | null)[] = ['server_error', 'temporarily_unavailable'];

/** The browser stores nothing for this tab. The sign-in page explains the necessary settings. */
class StorageNeeded extends Error implements FailedSignIn {
  override readonly name = 'StorageNeeded';
  readonly leadsTo = paths.signInCallback;
}

/**
 * The sign-in port over oidc-client-ts: authorization code with PKCE against any authority.
 *
 * Tokens are in local storage, as the specification says, so the tabs of this origin share them.
 */
export async function openOidc(configuration: Configuration, events: AuthEvents): Promise<AuthPort> {
  const { clientId, b2cScopes, oidcConfiguration, secondFactorAcrValues, secondFactorClaims } =
    configuration.security;
  const { authority, redirectUrl, post_logout_redirect_uri: postLogoutUrl } = oidcConfiguration;
  const { signUpSignInPolicy, resetPasswordPolicy } = oidcConfiguration;

  const policy = signUpSignInPolicy ? { p: signUpSignInPolicy } : {};

  const manager = new UserManager({
    authority,
    client_id: clientId,
    scope: b2cScopes.join(' '),
    response_type: 'code',
    redirect_uri: redirectUrl,
    popup_redirect_uri: new URL('/popup-callback.html', redirectUrl).href,
    silent_redirect_uri: new URL('/silent-callback.html', redirectUrl).href,
    post_logout_redirect_uri: postLogoutUrl,
    // Two tabs that renew at once would use one refresh token twice, which the provider treats as theft; a lock below
    // serializes the renewals of the tabs.
    automaticSilentRenew: false,
    silentRequestTimeoutInSeconds: silentSeconds,
    revokeTokenTypes: ['refresh_token'],
    userStore: new WebStorageStateStore({ store: toBrowserStorage(lastingStorage) }),
    stateStore: new WebStorageStateStore({ store: toBrowserStorage(tabStorage) }),
    extraQueryParams: policy,
  });

  const userKey = `oidc.user:${authority}:${clientId}`;

  /** Renews the user; returns null when the session is over. Fails when the provider is unavailable. */
  async function renew(): Promise<User | null> {
    const before = await manager.getUser();
    if (!before) return null;
    return navigator.locks.request(renewalLockName, async () => {
      const current = await manager.getUser();
      if (!current || current.refresh_token === refused) return null;
      if (current.access_token !== before.access_token && !current.expired) return current;
      try {
        return await manager.signinSilent();
      } catch (error) {
        // Without a refresh token the library uses a hidden frame, whose only refusal is a timeout.
        const isRefusal = error instanceof ErrorResponse && !passingErrors.includes(error.error);
        if (current.refresh_token && !isRefusal) throw new ApiError(0, 'network', String(error));
        if (current.refresh_token) {
          // Shared with every tab, so that waiting tabs do not ask again.
          current.refresh_token = refused;
          await manager.storeUser(current);
        }
        return null;
      }
    });
  }

  /** A provider without support for either parameter requests the second factor by its own rules, at a new sign-in. */
  const secondFactor = {
    ...(secondFactorAcrValues && { acr_values: secondFactorAcrValues }),
    ...(secondFactorClaims && { extraQueryParams: { claims: secondFactorClaims } }),
    ...(!secondFactorAcrValues && !secondFactorClaims && { prompt: 'login' }),
  };
  const demands: Readonly<Record<SignInDemand, SigninRedirectArgs>> = {
    password: { prompt: 'login' },
    secondFactor,
  };

  /**
   * Requests the provider's pages in the language of this one: Cognito reads `lang`, other providers the standard name.
   */
  function addLanguage(how: SigninRedirectArgs): SigninRedirectArgs {
    const language = getCurrentLanguage();
    const extraQueryParams = { ...policy, lang: language, ...how.extraQueryParams };
    return { ...how, ui_locales: language, extraQueryParams };
  }

  /** Redirects to the provider; fails if this tab has no storage that lasts until the answer. */
  async function leave(how: SigninRedirectArgs): Promise<void> {
    if (!isTabStoragePersistent()) throw new StorageNeeded();
    await manager.signinRedirect(addLanguage(how));
  }

  async function redirectToProvider(how: SigninRedirectArgs = {}): Promise<never> {
    await leave(how);
    // The browser is leaving the page; later code never runs.
    return new Promise<never>(() => undefined);
  }

  /** The signed-in person of a request. It returns with the answer; a visitor's request has none. */
  const getSubject = async () => (await manager.getUser())?.profile.sub;

  let isForgetting = false;

  async function forget(): Promise<void> {
    moveLanguageToTab();
    // Revoking stores the user again, which must not count as a sign-in.
    isForgetting = true;
    await manager.revokeTokens().catch(() => undefined);
    isForgetting = false;
    await manager.removeUser();
  }

  manager.events.addUserLoaded((user) => {
    if (!isForgetting && !user.expired && user.refresh_token !== refused)
      events.onSignedIn(toAccount(user.profile));
  });
  function storeSignOut(): void {
    moveLanguageToTab();
    events.onSignedOut();
  }
  manager.events.addUserUnloaded(storeSignOut);
  // An unreachable provider does not end the session: the next call tries again.
  manager.events.addAccessTokenExpiring(() => void renew().catch(() => undefined));
  manager.events.addAccessTokenExpired(() => {
    void renew().then(
      (user) => {
        if (!user) events.onExpired();
      },
      () => undefined,
    );
  });

  window.addEventListener('storage', (event) => {
    if (event.key !== userKey && event.key !== null) return;
    // Another tab signed out, signed in or renewed.
    void manager.getUser(true).then((user) => {
      if (!user) storeSignOut();
    });
  });

  // Starts the timer for the end of the tokens without an event, because an answer may be about to replace them.
  await manager.getUser();

  return {
    async account() {
      const user = await manager.getUser();
      return user && !user.expired ? toAccount(user.profile) : null;
    },

    async tokens(shouldRenew = false): Promise<Tokens | null> {
      let user = await manager.getUser();
      if (user && (shouldRenew || user.expired)) user = await renew();
      return user?.id_token ? { accessToken: user.access_token, idToken: user.id_token } : null;
    },

    async signIn() {
      const user = await renew().catch(() => null);
      return user ? toAccount(user.profile) : redirectToProvider();
    },

    async signInBeside(demand?: SignInDemand): Promise<SignInOutcome> {
      const how = demand ? demands[demand] : {};
      try {
        await manager.signinPopup({ popupAbortOnClose: true, ...addLanguage(how) });
        return 'signedIn';
      } catch (error) {
        const meaning =
          error instanceof ErrorResponse ? getSignInMeaning(error.error, error.error_description) : 'failed';
        if (meaning === 'resetRequested') return 'resetRequested';
        if (meaning === 'cancelled' || (error instanceof Error && error.message.includes('closed')))
          return 'cancelled';
        return redirectToProvider({ ...how, state: await getSubject() });
      }
    },

    async completeSignIn(): Promise<SignInOutcome> {
      const { takeAnswer } = await import('./takeAnswer');
      return takeAnswer(manager, { getSignInMeaning, forget, redirectToProvider });
    },

    async resetPassword() {
      const how = { extraQueryParams: { p: resetPasswordPolicy }, state: await getSubject() };
      await leave(how);
    },

    async signOut() {
      moveLanguageToTab();
      await manager.revokeTokens().catch(() => undefined);
      await manager.signoutRedirect({
        // Cognito reads its own two names, other providers the standard ones.
        extraQueryParams: { client_id: clientId, logout_uri: postLogoutUrl },
      });
    },

    forget,
  };
}
