import { render } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { vi } from 'vitest';
import { App } from '@/app/App';
import { prepareTexts } from '@/app/texts';
import { configureAmplify } from '@/lib/auth/amplify';
import type { Account, AuthEvents, AuthPort, SignInOutcome, Tokens } from '@/lib/auth/port';
import * as signedIn from '@/lib/auth/signedIn';
import * as browserModule from '@/lib/browser';
import { resetStores } from '@/lib/store';
import { configuration } from './server';
import { createToken } from './tokens';

// Loads all modules of the app in advance, so that no test waits for one.
import.meta.glob(['../{app,components,features,lib}/**/*.{ts,tsx,po}', '!../**/*.test.{ts,tsx}'], {
  eager: true,
});

/** The key under which the sign-in library stores the session. */
export const storedUser = `oidc.user:${configuration.security.oidcConfiguration.authority}:${configuration.security.clientId}`;

/** An identity provider without a network, which records its calls and has configurable replies. */
export class FakeAuthPort implements AuthPort {
  events: AuthEvents | undefined;
  renewals = 0;
  canRenew = true;

  constructor(public active: Account | null) {}

  account = vi.fn(() => Promise.resolve(this.active));

  tokens = vi.fn((renew = false): Promise<Tokens | null> => {
    if (renew) this.renewals += 1;
    if (!this.active || (renew && !this.canRenew)) return Promise.resolve(null);
    const claims = { sub: this.active.id, exp: 4_000_000_000, renewals: this.renewals };
    return Promise.resolve({
      accessToken: createToken(claims),
      idToken: createToken({ ...claims, id: true }),
    });
  });

  signIn = vi.fn((): Promise<Account | null> => new Promise(() => undefined));
  signInBeside = vi.fn((): Promise<SignInOutcome> => Promise.resolve('signedIn'));
  completeSignIn = vi.fn((): Promise<SignInOutcome> => Promise.resolve('signedIn'));
  resetPassword = vi.fn(() => Promise.resolve());
  signOut = vi.fn(() => Promise.resolve());
  forget = vi.fn(() => Promise.resolve());
}

export const createAccount = (groups: string[] = []): Account => ({
  // Tabs of one person share events, so each test has its own person.
  id: crypto.randomUUID(),
  issuer: 'https://identity.example.gov/pool',
  name: 'Rosa Delgado',
  givenName: '',
  familyName: '',
  email: 'rosa@example.com',
  groups,
});

/**
 * Opens the app at a path, as this person or as a visitor, as a newly loaded page. Unmount an earlier app of the test
 * first.
 */
export async function renderApp(
  path: string,
  account: Account | null = null,
  port = new FakeAuthPort(account),
  { isEmbedded = false } = {},
) {
  resetStores();
  window.history.replaceState(null, '', path);
  if (account && !localStorage.getItem(storedUser)) localStorage.setItem(storedUser, '{}');

  const browser = { leaveTo: vi.fn(), reload: vi.fn(), isEmbedded: vi.fn(() => isEmbedded) };
  vi.spyOn(browserModule, 'leaveTo').mockImplementation(browser.leaveTo);
  vi.spyOn(browserModule, 'reload').mockImplementation(browser.reload);
  vi.spyOn(browserModule, 'isEmbedded').mockImplementation(browser.isEmbedded);
  vi.spyOn(signedIn, 'openSignIn').mockImplementation((settings, events) => {
    port.events = events;
    configureAmplify(settings, port);
    return Promise.resolve(port);
  });

  await prepareTexts();
  return {
    ...render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <App />
      </SWRConfig>,
    ),
    port,
    browser,
  };
}
