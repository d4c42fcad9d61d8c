import { render } from '@testing-library/react';
import { vi } from 'vitest';
import type { Configuration } from '@/lib/config/configuration';
import type { Account, AuthEvents, AuthPort, SignInOutcome, Tokens } from '@/lib/auth/port';
import { configuration } from './server';

const storedUser = `oidc.user:${configuration.security.oidcConfiguration.authority}:${configuration.security.clientId}`;

/** A token that can be read but proves nothing. */
export function tokenOf(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.c2lnbmF0dXJl`;
}

/** An identity provider without a network: what it was asked for can be read, and its answers can be set. */
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
    return Promise.resolve({ accessToken: tokenOf(claims), idToken: tokenOf({ ...claims, id: true }) });
  });

  signIn = vi.fn((): Promise<Account | null> => new Promise(() => undefined));
  signInBeside = vi.fn((): Promise<SignInOutcome> => Promise.resolve('signedIn'));
  completeSignIn = vi.fn((): Promise<SignInOutcome> => Promise.resolve('signedIn'));
  resetPassword = vi.fn(() => Promise.resolve());
  signOut = vi.fn(() => Promise.resolve());
  forget = vi.fn(() => Promise.resolve());
}

export const rosa = (groups: string[] = []): Account => ({
  // Answers are cached for a person; another person for each test has none.
  id: crypto.randomUUID(),
  name: 'Rosa Delgado',
  email: 'rosa@example.com',
  groups,
});

/** Opens the app at a path, as this person or as a visitor, with modules that no test before has touched. */
export async function renderApp(
  path: string,
  account: Account | null = null,
  port = new FakeAuthPort(account),
  { isEmbedded = false } = {},
) {
  vi.resetModules();
  window.history.replaceState(null, '', path);
  if (account) localStorage.setItem(storedUser, '{}');

  const browser = { leaveTo: vi.fn(), reload: vi.fn(), isEmbedded: vi.fn(() => isEmbedded) };
  vi.doMock('@/lib/browser', () => browser);
  vi.doMock('@/lib/auth/signedIn', () => ({
    openSignIn: async (settings: Configuration, events: AuthEvents) => {
      port.events = events;
      const { configureAmplify } = await import('@/lib/auth/amplify');
      configureAmplify(settings, port);
      return port;
    },
  }));

  const { prepareTexts } = await import('@/app/texts');
  const { App } = await import('@/app/App');
  await prepareTexts();
  return { ...render(<App />), port, browser };
}
