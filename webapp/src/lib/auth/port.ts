/** The signed-in person, by the identity provider. */
export interface Account {
  /** Stable and unique at the provider; the owner of cached answers and of drafts. */
  id: string;
  /** The provider's address, as the claim `iss` of its tokens says. */
  issuer: string;
  name: string;
  /** By the provider; empty if it gives none. */
  givenName: string;
  familyName: string;
  email: string;
  groups: readonly string[];
}

export interface Tokens {
  accessToken: string;
  idToken: string;
}

/**
 * The end of a return from the identity provider: `refused` when it answered another request than this tab's,
 * `storageNeeded` when the browser keeps nothing of a request for this tab. Any other end is an exception.
 */
export type SignInOutcome = 'signedIn' | 'cancelled' | 'resetRequested' | 'refused' | 'storageNeeded';

/** An error of a sign-in that did not begin. */
export interface FailedSignIn {
  /** The page that says more than the error page. */
  readonly leadsTo?: string;
}

export interface AuthEvents {
  /** An account was loaded, also by another tab. */
  onSignedIn(account: Account): void;
  /** The account is gone: signed out here or in another tab. */
  onSignedOut(): void;
  /** The session ended and could not be renewed. */
  onExpired(): void;
}

/** Everything that the app asks of a sign-in library; the only door to it. */
export interface AuthPort {
  /** The active account: one whose token has not expired; null when there is none. */
  account(): Promise<Account | null>;
  /**
   * Tokens of the active account, renewed when they have expired or when `renew` is set; null when the session is over.
   * Fails when they cannot be renewed now.
   */
  tokens(renew?: boolean): Promise<Tokens | null>;
  /**
   * Renews an earlier session silently when there is one, else leaves for the identity provider. Fails with a
   * `FailedSignIn` when that is out of reach, or the browser keeps nothing for this tab.
   */
  signIn(): Promise<Account | null>;
  /**
   * Signs in in a window of its own, so that the page stays; leaves for the provider when that is impossible.
   * `withSecondFactor` asks the provider for more than a password.
   */
  signInBeside(withSecondFactor?: boolean): Promise<SignInOutcome>;
  /**
   * Reads the provider's answer in the current address. One that answers another request is not redeemed and ends the
   * session here: the first leaves for a new sign-in, the next in a row is `refused`. Without a storage of this tab it is
   * `storageNeeded`.
   * A canceled request keeps only the session that it was made in.
   */
  completeSignIn(): Promise<SignInOutcome>;
  /** Leaves for the provider's pages to choose a new password. */
  resetPassword(): Promise<void>;
  /** Ends the session here and at the provider, and leaves for the provider's sign-out. */
  signOut(): Promise<void>;
  /** Ends the session here, and makes its renewal impossible, without leaving the page. */
  forget(): Promise<void>;
}
