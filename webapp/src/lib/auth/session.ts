import { useSyncExternalStore } from 'react';
import { leaveTo } from '../browser';
import type { Configuration } from '../config/configuration';
import { paths } from '../paths';
import { countIdleMinutes, storeIdleNotice } from '../idle/idleNotice';
import { isIdleTooLong, getLastActivity, lastActivityKey, storeActivity } from '../idle/lastActivity';
import { removeOtherDrafts } from '../storage/drafts';
import { removeTicks } from '../storage/checklists';
import { removeStoredPlan } from '../storage/plan';
import { listKeysWithPrefix, readItem, removeItem } from '../storage/storage';
import { createStore } from '../store';
import { readStoredAccount } from './account';
import type { Account, AuthEvents, AuthPort, SignInDemand, SignInOutcome } from './port';
import { removeReturnUrl, storeReturnUrl } from './returnUrl';
import type * as SignedIn from './signedIn';
import { storeSignOutNotice } from './signOutNotice';

export type SessionStatus =
  /** The stored session is being read; the account, if there is one, is the stored one. */
  | 'restoring'
  | 'anonymous'
  /** On the way to the identity provider or back from it. */
  | 'authenticating'
  | 'signedIn'
  /** The session ended by itself; its owner can continue after signing in again. */
  | 'expired'
  /** Signing out. */
  | 'leaving';

export interface Session {
  status: SessionStatus;
  account: Account | null;
}

/** The lock of the one tab that signs out an absent person. */
const idleLock = 'saguaro.idleSignOut';
/** Hidden tabs let a visible one begin. */
const hiddenTabDelayMilliseconds = 500;
/** The longest wait of a sign-out for earlier work, in milliseconds. */
const farewellMilliseconds = 2000;

type OpenPort = (configuration: Configuration, events: AuthEvents) => Promise<AuthPort>;

/** Loads the code of a signed-in person. The app sets the file, which also has the tools of its header. */
export const loadSignedInCode = createStore<() => Promise<typeof SignedIn>>(
  () => () => Promise.reject(new Error('the app names no code')),
);

const openWhenNeeded: OpenPort = async (configuration, events) =>
  (await loadSignedInCode.current()()).openSignIn(configuration, events);

/** The session of the signed-in person. Its libraries load only for a signed-in person or a sign-in. */
export class SessionStore {
  #session: Session = { status: 'restoring', account: null };
  #listeners = new Set<() => void>();
  #port: Promise<AuthPort> | undefined;
  #configuration: Configuration | undefined;
  #userKey = '';
  #open: OpenPort;
  /** The demand of the next sign-in after the session has ended. */
  #demand: SignInDemand | undefined;
  #farewell: () => Promise<unknown> = () => Promise.resolve();

  constructor(open: OpenPort = openWhenNeeded) {
    this.#open = open;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): Session => this.#session;

  /** Returns true if a session is stored, before the configuration has loaded; starts to load its code. */
  isStored(): boolean {
    const isStored = listKeysWithPrefix('oidc.user:').length > 0;
    if (isStored)
      void loadSignedInCode
        .current()()
        .catch(() => undefined);
    return isStored;
  }

  /**
   * Reads the stored session; afterwards the status is `signedIn`, `anonymous` or, on the way back, `authenticating`.
   */
  async restore(configuration: Configuration): Promise<void> {
    this.#configuration = configuration;
    const { clientId, oidcConfiguration } = configuration.security;
    this.#userKey = `oidc.user:${oidcConfiguration.authority}:${clientId}`;
    if (window.location.pathname === paths.signInCallback) {
      this.#set({ status: 'authenticating', account: null });
      return;
    }
    if (!isIdleTooLong(configuration.userIdleTimeout))
      this.#set({ status: 'restoring', account: readStoredAccount(this.#userKey) });
    const account = this.#isKnown() ? await (await this.port()).account() : null;
    if (this.#isKnown() && isIdleTooLong(configuration.userIdleTimeout)) {
      // The person was away too long, with every tab closed or asleep.
      await this.#endForgotten(account);
      return;
    }
    this.#show(account);
  }

  /** Returns the sign-in port, opened on first use. */
  port(): Promise<AuthPort> {
    if (!this.#configuration) throw new Error('no configuration yet');
    this.#port ??= this.#open(this.#configuration, {
      onSignedIn: (account) => this.#signedIn(account),
      onSignedOut: () => this.#signedOut(),
      onExpired: () => this.expire(),
    });
    return this.#port;
  }

  /** Starts an interactive sign-in that returns to the current page. Fails when the provider is unreachable. */
  async signIn(): Promise<void> {
    if (this.#session.status === 'authenticating') return;
    storeReturnUrl(window.location);
    this.#set({ status: 'authenticating', account: null });
    try {
      await (await this.port()).signIn();
      storeActivity();
      // The sign-in ended without leaving the page.
      removeReturnUrl();
    } catch (error) {
      this.#show(null);
      throw error;
    }
  }

  /** Signs in again without leaving the page, after the session ended or when a call needs a second factor. */
  async signInAgain(demand = this.#demand): Promise<SignInOutcome> {
    storeReturnUrl(window.location);
    const port = await this.port();
    const outcome = await port.signInBeside(demand);
    if (outcome === 'signedIn') {
      storeActivity();
      removeReturnUrl();
    }
    if (outcome === 'resetRequested') await port.resetPassword();
    return outcome;
  }

  /** Removes the provider's answer from the address and completes the sign-in. */
  async completeSignIn(): Promise<SignInOutcome> {
    const port = await this.port();
    try {
      // Signing in counts as activity, stored before anything reads it.
      storeActivity();
      const outcome = await port.completeSignIn();
      if (outcome === 'resetRequested') await port.resetPassword();
      // A person who added a second factor, or loads an answer again, is still signed in.
      else this.#show(await port.account());
      return outcome;
    } catch (error) {
      // Another person than the owner of the stored tokens may have signed in at the provider.
      await port.forget();
      this.#show(null);
      throw error;
    }
  }

  /** Runs the last calls with the tokens of a person who signs out; a failure does not stop the sign-out. */
  beforeSignOut(farewell: () => Promise<unknown>): void {
    this.#farewell = farewell;
  }

  /** Signs out here and at the provider, and removes all drafts. */
  async signOut(): Promise<void> {
    removeOtherDrafts(null);
    removeStoredPlan();
    removeTicks();
    removeReturnUrl();
    storeSignOutNotice();
    this.#set({ ...this.#session, status: 'leaving' });
    removeItem(lastActivityKey);
    await Promise.race([
      this.#farewell().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, farewellMilliseconds)),
    ]);
    try {
      await (await this.port()).signOut();
    } catch {
      // The provider is unreachable; end the session on this device at least.
      await (await this.port()).forget();
      leaveTo(paths.landing);
    }
  }

  /**
   * Signs out a person after an idle time. Their drafts stay, for them alone; the page after the sign-out explains it.
   * The tab that gets the lock does so for all tabs.
   *
   * Returns false when the provider is unreachable: signed out here, but still on the page.
   */
  async signOutIdle(idleFor: number): Promise<boolean> {
    const { account } = this.#session;
    storeReturnUrl(window.location);
    this.#set({ ...this.#session, status: 'leaving' });
    removeOtherDrafts(account?.id ?? null);
    // These items identify no person, so they cannot stay for their owner.
    removeStoredPlan();
    removeTicks();
    if (document.hidden) await new Promise((resolve) => setTimeout(resolve, hiddenTabDelayMilliseconds));
    return navigator.locks.request(idleLock, async () => {
      if (!this.#isKnown()) {
        leaveTo(paths.landing);
        return true;
      }
      const port = await this.port();
      try {
        storeIdleNotice(countIdleMinutes(idleFor));
        await port.signOut();
        return true;
      } catch {
        await port.forget();
        return false;
      }
    });
  }

  /** Renews the session in time, so that an active person does not lose it. */
  async keepAlive(): Promise<void> {
    // A failure does not end the session: the next call tries again, and reports the end of the session.
    if (this.#session.status === 'signedIn') await (await this.port()).tokens().catch(() => null);
  }

  /** Ends the session here without leaving for the provider. */
  async forget(): Promise<void> {
    this.#set({ ...this.#session, status: 'leaving' });
    await (await this.port()).forget();
    this.#show(null);
  }

  /**
   * The session has ended; asks its owner to sign in again. A session that the portal ended demands the password,
   * because the provider would continue it.
   */
  expire(demand?: SignInDemand): void {
    this.#demand = demand;
    if (this.#session.status === 'signedIn') this.#set({ ...this.#session, status: 'expired' });
  }

  #isKnown(): boolean {
    return readItem(this.#userKey) !== null;
  }

  async #endForgotten(account: Account | null): Promise<void> {
    let hasLeft = false;
    if (account) {
      this.#session = { status: 'restoring', account };
      const now = Date.now();
      hasLeft = await this.signOutIdle(now - (getLastActivity(now) ?? now));
    } else {
      await (await this.port()).forget();
    }
    this.#set({ status: hasLeft ? 'leaving' : 'anonymous', account: null });
  }

  #signedIn(account: Account): void {
    const previous = this.#session.account;
    if (this.#session.status === 'leaving') return;
    removeOtherDrafts(account.id);
    if (previous && previous.id !== account.id) {
      // Another person signed in, here or in another tab: no data of the previous page may stay.
      this.#set({ status: 'leaving', account: null });
      leaveTo(paths.landing);
      return;
    }
    this.#set({ status: 'signedIn', account });
  }

  #show(account: Account | null): void {
    this.#set({ status: account ? 'signedIn' : 'anonymous', account });
  }

  #signedOut(): void {
    if (this.#session.status === 'leaving' || !this.#session.account) return;
    // Another tab signed out.
    this.#set({ ...this.#session, status: 'leaving' });
    leaveTo(paths.landing);
  }

  #set(session: Session): void {
    this.#session = session;
    for (const listener of this.#listeners) listener();
  }
}

const pageSession = createStore(() => new SessionStore());

/** Returns the session of this page. */
export const getSession = pageSession.current;

/** Returns the session and follows its changes. */
export function useSession(): Session {
  return useSyncExternalStore(getSession().subscribe, getSession().current);
}

/** Returns the signed-in account. Only for pages behind a guard. */
export function useAccount(): Account {
  const { account } = useSession();
  if (!account) throw new Error('no account');
  return account;
}
