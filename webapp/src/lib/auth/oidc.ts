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
import type { AuthEvents, AuthPort, FailedSignIn, SignInOutcome, Tokens } from './port';
import { getSignInMeaning } from './signInMeaning';

const renewalLockName = 'saguaro.renewal';
const silentSeconds = 5;
/** Stands for a refresh token that the provider has refused; asking with it again would be taken for theft. */
const refused = '';
/** The errors of a provider that cannot answer now; any other error is a refusal. */
const passingErrors: readonly (string | null)[] = ['server_error', 'temporarily_unavailable'];

/** The browser keeps nothing for this tab. The page of sign-ins says what to allow. */
class StorageNeeded extends Error implements FailedSignIn {
  override readonly name = 'StorageNeeded';
  readonly leadsTo = paths.signInCallback;
}

/**
 * The sign-in port over oidc-client-ts: authorization code with PKCE against any authority.
 *
 * Tokens are in local storage, as the specification says, and so are shared by the tabs of this origin.
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
    // Two tabs that renew at once would use one refresh token twice, which the provider takes for theft; the
    // renewal below is serialised between the tabs.
    automaticSilentRenew: false,
    silentRequestTimeoutInSeconds: silentSeconds,
    revokeTokenTypes: ['refresh_token'],
    userStore: new WebStorageStateStore({ store: toBrowserStorage(lastingStorage) }),
    stateStore: new WebStorageStateStore({ store: toBrowserStorage(tabStorage) }),
    extraQueryParams: policy,
  });

  const userKey = `oidc.user:${authority}:${clientId}`;

  /** The renewed user; null when the session is over. Fails when the provider could not be asked. */
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
        // Without a refresh token a hidden frame was asked, which has no other way to refuse than to stay silent.
        const isRefusal = error instanceof ErrorResponse && !passingErrors.includes(error.error);
        if (current.refresh_token && !isRefusal) throw new ApiError(0, 'network', String(error));
        if (current.refresh_token) {
          // Said to every tab, so that those that wait for their turn do not ask again.
          current.refresh_token = refused;
          await manager.storeUser(current);
        }
        return null;
      }
    });
  }

  /** A provider that knows neither parameter asks for the second factor by its own rules, at a new sign-in. */
  const secondFactor = {
    ...(secondFactorAcrValues && { acr_values: secondFactorAcrValues }),
    ...(secondFactorClaims && { extraQueryParams: { claims: secondFactorClaims } }),
    ...(!secondFactorAcrValues && !secondFactorClaims && { prompt: 'login' }),
  };

  /** Asks for the provider's pages in the language of this one: Cognito reads `lang`, other providers the standard name. */
  function addLanguage(how: SigninRedirectArgs): SigninRedirectArgs {
    const language = getCurrentLanguage();
    const extraQueryParams = { ...policy, lang: language, ...how.extraQueryParams };
    return { ...how, ui_locales: language, extraQueryParams };
  }

  /** Leaves with a request, whose answer this tab could not take without a storage that lasts until then. */
  async function leave(how: SigninRedirectArgs): Promise<void> {
    if (!isTabStoragePersistent()) throw new StorageNeeded();
    await manager.signinRedirect(addLanguage(how));
  }

  async function redirectToProvider(how: SigninRedirectArgs = {}): Promise<never> {
    await leave(how);
    // The page is being left: what follows never runs here.
    return new Promise<never>(() => undefined);
  }

  /** The person in whose session a request is made. It comes back with the answer; a visitor's request has none. */
  const getSubject = async () => (await manager.getUser())?.profile.sub;

  let isForgetting = false;

  async function forget(): Promise<void> {
    moveLanguageToTab();
    // Revoking stores the user once more, who is not signed in by that.
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
  // A provider that is out of reach ends nothing: the next call asks again.
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

  // Begins to wait for the end of the tokens. It tells nobody: an answer may be about to replace whoever they are of.
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

    async signInBeside(withSecondFactor = false): Promise<SignInOutcome> {
      const how = withSecondFactor ? secondFactor : {};
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
