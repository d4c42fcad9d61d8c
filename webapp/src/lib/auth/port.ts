/** The signed-in person, as the identity provider describes them. */
export interface Account {
  /** Stable and unique at the provider; identifies the owner of cached replies and of drafts. */
  id: string;
  /** The provider's address, from the claim `iss` of its tokens. */
  issuer: string;
  name: string;
  /** From the provider; empty if it has none. */
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
 * The result of a return from the identity provider: `refused` if it answered another request than this tab's,
 * `storageNeeded` if the browser stores no requests for this tab. Any other result is an exception.
 */
export type SignInOutcome = 'signedIn' | 'cancelled' | 'resetRequested' | 'refused' | 'storageNeeded';

/** Proof that a new sign-in must include, although the provider still has a session. */
export type SignInDemand = 'password' | 'secondFactor';

/** An error of a sign-in that did not start. */
export interface FailedSignIn {
  /** The page that explains more than the error page. */
  readonly leadsTo?: string;
}

export interface AuthEvents {
  /** An account was loaded, also by another tab. */
  onSignedIn(account: Account): void;
  /** The account was signed out here or in another tab. */
  onSignedOut(): void;
  /** The session ended and could not be renewed. */
  onExpired(): void;
}

/** The functions of a sign-in library that the app uses; the app calls the library only through this port. */
export interface AuthPort {
  /** Returns the active account, whose token has not expired; null if there is none. */
  account(): Promise<Account | null>;
  /**
   * Returns the tokens of the active account, renewed when they have expired or when `renew` is set; null when the
   * session is over. Fails when they cannot be renewed now.
   */
  tokens(renew?: boolean): Promise<Tokens | null>;
  /**
   * Renews an earlier session silently if there is one, else leaves for the identity provider. Fails with a
   * `FailedSignIn` when the provider is unreachable, or the browser stores nothing for this tab.
   */
  signIn(): Promise<Account | null>;
  /**
   * Signs in in a separate window, so that the page stays; leaves for the provider if that is impossible.
   */
  signInBeside(demand?: SignInDemand): Promise<SignInOutcome>;
  /**
   * Reads the provider's answer in the current address. An answer to another request is not redeemed and ends the
   * session here: the first one leaves for a new sign-in, the next in a row is `refused`. Without a storage of this tab
   * the result is `storageNeeded`. A canceled request keeps only the session that it was made in.
   */
  completeSignIn(): Promise<SignInOutcome>;
  /** Leaves for the provider's pages to choose a new password. */
  resetPassword(): Promise<void>;
  /** Ends the session here and at the provider, and leaves for the provider's sign-out. */
  signOut(): Promise<void>;
  /** Ends the session here, and prevents its renewal, without leaving the page. */
  forget(): Promise<void>;
}
