import { http, HttpResponse } from 'msw';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToken } from '@/testing/tokens';
import { configuration, server } from '@/testing/server';
import { fillStorages, forbidStorages } from '@/testing/storages';
import { activateLanguage, getCurrentLanguage, getPreferredLanguage } from '../i18n/language';
import { applySavedLanguage } from '../i18n/savedLanguage';
import { openOidc } from './oidc';
import type { AuthEvents, SignInDemand } from './port';

const authority = configuration.security.oidcConfiguration.authority;
const userKey = `oidc.user:${authority}:portal-web`;
const getSoon = () => Math.floor(Date.now() / 1000) + 3600;
const claims = {
  sub: 'u1',
  name: 'Rosa Delgado',
  given_name: 'Rosa',
  family_name: 'Delgado',
  email: 'rosa@example.com',
  'cognito:groups': ['support'],
};

/** Adds Web Locks within this one page, as the port needs them. */
let last: Promise<unknown> = Promise.resolve();
const locks = {
  request: (_name: string, work: () => Promise<unknown>) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  },
};
Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
afterAll(() => Reflect.deleteProperty(navigator, 'locks'));

let tokenRequests: URLSearchParams[];
const events = {
  onSignedIn: vi.fn<AuthEvents['onSignedIn']>(),
  onSignedOut: vi.fn<AuthEvents['onSignedOut']>(),
  onExpired: vi.fn<AuthEvents['onExpired']>(),
};

beforeEach(() => {
  tokenRequests = [];
  vi.resetAllMocks();
  server.use(
    http.get(`${authority}/.well-known/openid-configuration`, () =>
      HttpResponse.json({
        issuer: authority,
        authorization_endpoint: `${authority}/authorize`,
        token_endpoint: `${authority}/token`,
        revocation_endpoint: `${authority}/revoke`,
        end_session_endpoint: `${authority}/logout`,
      }),
    ),
    http.post(`${authority}/token`, async ({ request }) => {
      tokenRequests.push(new URLSearchParams(await request.text()));
      return HttpResponse.json({
        access_token: createToken({ ...claims, call: tokenRequests.length }),
        id_token: createToken({
          ...claims,
          iss: authority,
          aud: 'portal-web',
          exp: getSoon(),
          iat: getSoon() - 3600,
        }),
        refresh_token: `refresh-${tokenRequests.length}`,
        token_type: 'Bearer',
        expires_in: 3600,
      });
    }),
    http.post(`${authority}/revoke`, () => new HttpResponse(null, { status: 200 })),
  );
});

function storeUser(expiresAt: number, refreshToken: string | null = 'refresh-0'): void {
  localStorage.setItem(
    userKey,
    JSON.stringify({
      access_token: createToken({ ...claims, call: 0 }),
      id_token: createToken(claims),
      refresh_token: refreshToken,
      token_type: 'Bearer',
      scope: 'openid email profile',
      profile: claims,
      expires_at: expiresAt,
    }),
  );
}

function storeState(state: string, asker?: string): void {
  sessionStorage.setItem(
    `oidc.${state}`,
    JSON.stringify({
      id: state,
      created: getSoon() - 3600,
      request_type: 'si:r',
      code_verifier: 'v'.repeat(64),
      authority,
      client_id: 'portal-web',
      redirect_uri: configuration.security.oidcConfiguration.redirectUrl,
      scope: 'openid email profile',
      extraTokenParams: {},
      data: asker,
      response_mode: 'query',
    }),
  );
}

const open = () => openOidc(configuration, events);
const openReturnPage = (answer: string) => window.history.replaceState(null, '', `/signin-callback${answer}`);

describe('the account', () => {
  it('is returned while its token is valid', async () => {
    storeUser(getSoon());
    expect(await (await open()).account()).toEqual({
      id: 'u1',
      name: 'Rosa Delgado',
      givenName: 'Rosa',
      familyName: 'Delgado',
      email: 'rosa@example.com',
      groups: ['support'],
    });
  });

  it('is null after its token has expired', async () => {
    storeUser(getSoon() - 7200);
    expect(await (await open()).account()).toBeNull();
    expect(tokenRequests).toEqual([]);
  });
});

describe('tokens', () => {
  it('are renewed once for two calls at the same time', async () => {
    storeUser(getSoon() - 7200);
    const [one, two] = [await open(), await open()];
    const [first, second] = await Promise.all([one.tokens(), two.tokens()]);
    expect(tokenRequests).toHaveLength(1);
    expect(tokenRequests[0]?.get('refresh_token')).toBe('refresh-0');
    expect(first?.accessToken).toBe(createToken({ ...claims, call: 1 }));
    expect(second).toEqual(first);
  });

  it('are null when they cannot be renewed', async () => {
    server.use(
      http.post(`${authority}/token`, () => HttpResponse.json({ error: 'invalid_grant' }, { status: 400 })),
    );
    storeUser(getSoon() - 7200);
    expect(await (await open()).tokens()).toBeNull();
  });

  it('are requested once after a refusal, for all waiting tabs and calls', async () => {
    let requests = 0;
    server.use(
      http.post(`${authority}/token`, () => {
        requests += 1;
        return HttpResponse.json({ error: 'invalid_grant' }, { status: 400 });
      }),
    );
    storeUser(getSoon() - 7200);
    const [one, two] = [await open(), await open()];
    expect(await Promise.all([one.tokens(), two.tokens(), one.tokens(), two.tokens(true)])).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(requests).toBe(1);
    storeUser(getSoon(), 'refresh-of-a-new-sign-in');
    expect((await one.tokens())?.accessToken).toBeTruthy();
  });

  it.each([
    ['does not answer', () => HttpResponse.error()],
    ['breaks down', () => new HttpResponse(null, { status: 502 })],
    ['asks for patience', () => HttpResponse.json({ error: 'temporarily_unavailable' }, { status: 503 })],
  ])('fail when the provider %s, and work again afterwards', async (_what, answer) => {
    server.use(http.post(`${authority}/token`, answer, { once: true }));
    storeUser(getSoon() - 7200);
    const port = await open();
    await expect(port.tokens()).rejects.toMatchObject({ status: 0, code: 'network' });
    expect((await port.tokens())?.accessToken).toBe(createToken({ ...claims, call: 1 }));
  });

  it('do not end the session when they expire without a network', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    try {
      server.use(http.post(`${authority}/token`, () => HttpResponse.error()));
      storeUser(getSoon());
      const port = await open();
      vi.setSystemTime(Date.now() + 2 * 3600_000);
      vi.advanceTimersByTime(10_000);
      await expect(port.tokens()).rejects.toMatchObject({ status: 0 });
      expect(events.onExpired).not.toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });

  it('are null without a signed-in person', async () => {
    expect(await (await open()).tokens(true)).toBeNull();
  });
});

describe('the return from the provider', () => {
  it('signs in with a code', async () => {
    storeState('s1');
    openReturnPage('?code=c1&state=s1');
    expect(await (await open()).completeSignIn()).toBe('signedIn');
    expect(tokenRequests[0]?.get('code')).toBe('c1');
    expect(tokenRequests[0]?.get('code_verifier')).toBe('v'.repeat(64));
    expect(events.onSignedIn).toHaveBeenCalledWith(expect.objectContaining({ id: 'u1' }));
  });

  it.each([
    ['?error=access_denied&error_description=AADB2C90091%3a+cancelled%0d%0a&state=s1', 'cancelled'],
    ['#error=access_denied&error_description=AADB2C90091%3a+cancelled%0d%0a&state=s1', 'cancelled'],
    ['?error=access_denied&error_description=AADB2C90118%3a+forgotten%0d%0a&state=s1', 'resetRequested'],
    ['#error=access_denied&error_description=AADB2C90118%3a+forgotten%0d%0a&state=s1', 'resetRequested'],
    ['?error=access_denied&error_description=AADB2C90091%3a+cancelled', 'cancelled'],
    ['?error=access_denied', 'cancelled'],
  ])('with %s is %s', async (answer, outcome) => {
    storeState('s1');
    openReturnPage(answer);
    expect(await (await open()).completeSignIn()).toBe(outcome);
  });

  it.each([
    ['a visitor', undefined, null],
    ['somebody else', 'u2', null],
    ['the person signed in', 'u1', 'u1'],
  ])('canceled by %s ends the session of another person', async (_case, asker, expected) => {
    storeUser(getSoon());
    storeState('s1', asker);
    openReturnPage('?error=access_denied&state=s1');
    const port = await open();
    expect(await port.completeSignIn()).toBe('cancelled');
    expect((await port.account())?.id ?? null).toBe(expected);
  });

  it('fails with another error', async () => {
    storeState('s1');
    openReturnPage('?error=server_error&state=s1');
    await expect((await open()).completeSignIn()).rejects.toThrow();
    expect(tokenRequests).toEqual([]);
  });

  it('fails without tokens in the answer', async () => {
    server.use(http.post(`${authority}/token`, () => HttpResponse.json({})));
    storeState('s1');
    openReturnPage('?code=c1&state=s1');
    await expect((await open()).completeSignIn()).rejects.toThrow();
    expect(events.onSignedIn).not.toHaveBeenCalled();
  });

  it('keeps the session when the last redeemed answer is loaded again', async () => {
    storeState('s1');
    openReturnPage('?code=c1&state=s1');
    const port = await open();
    await port.completeSignIn();
    expect(await port.completeSignIn()).toBe('signedIn');
    expect(tokenRequests).toHaveLength(1);
    expect((await port.account())?.id).toBe('u1');
  });
});

describe('an answer to another request', () => {
  const countRequests = () => Object.keys(sessionStorage).filter((key) => key.startsWith('oidc.')).length;

  /** Handles the answer twice: the first time leaves for a new sign-in. */
  const takeTwice = async (answer: string) => {
    const before = countRequests();
    const port = await open();
    openReturnPage(answer);
    void port.completeSignIn();
    await vi.waitFor(() => expect(countRequests()).toBeGreaterThan(before));
    const second = await port.completeSignIn();
    return { port, second, signIns: countRequests() - before };
  };

  it.each([
    ['a state that nobody sent', '?code=c1&state=other'],
    ['another code for the last state', '?code=c2&state=s0'],
    ['a code and no state', '?code=c1'],
    ['a wish to reset without our state', '?error=access_denied&error_description=AADB2C90118&state=other'],
    ['nothing', ''],
  ])('with %s starts one sign-in, is refused the next time and ends the session', async (_case, answer) => {
    storeUser(getSoon());
    sessionStorage.setItem('saguaro.redeemedAnswer', 's0 c0');
    const { port, second, signIns } = await takeTwice(answer);
    expect(signIns).toBe(1);
    expect(second).toBe('refused');
    expect(events.onSignedIn).not.toHaveBeenCalled();
    expect(tokenRequests).toEqual([]);
    expect(await port.account()).toBeNull();
    expect(localStorage.getItem(userKey)).toBeNull();
  });

  it('starts one sign-in after a canceled one, and goes home the next time', async () => {
    storeUser(getSoon());
    const { port, second, signIns } = await takeTwice('?error=access_denied&state=other');
    expect(signIns).toBe(1);
    expect(second).toBe('cancelled');
    expect(await port.account()).toBeNull();
  });

  it('starts a sign-in again after one that succeeded', async () => {
    await takeTwice('?code=c1&state=other');
    storeState('s1');
    openReturnPage('?code=c1&state=s1');
    expect(await (await open()).completeSignIn()).toBe('signedIn');
    expect((await takeTwice('?code=c1&state=other')).second).toBe('refused');
  });

  it('includes the redeemed answer when nobody is signed in', async () => {
    sessionStorage.setItem('saguaro.redeemedAnswer', 's0 c0');
    expect((await takeTwice('?code=c0&state=s0')).signIns).toBe(1);
    expect(tokenRequests).toEqual([]);
  });
});

describe('a browser without storage for this tab', () => {
  const troubles = [
    ['forbids its storage', () => forbidStorages(['sessionStorage'])],
    ['forbids both storages', () => forbidStorages()],
    ['has no room', fillStorages],
  ] as const;

  it.each(troubles)('does not go to the provider if it %s', async (_, begin) => {
    begin();
    const asked: unknown[] = [];
    server.use(
      http.get(
        `${authority}/.well-known/openid-configuration`,
        ({ request }) => void asked.push(request.url),
      ),
    );
    await expect((await open()).signIn()).rejects.toMatchObject({ leadsTo: '/signin-callback' });
    await expect((await open()).resetPassword()).rejects.toMatchObject({ leadsTo: '/signin-callback' });
    expect(asked).toEqual([]);
  });

  it.each(troubles)('does not redeem an answer if it %s', async (_, begin) => {
    storeState('s1');
    storeUser(getSoon());
    begin();
    openReturnPage('?code=c1&state=s2');
    const port = await open();
    expect(await port.completeSignIn()).toBe('storageNeeded');
    expect(tokenRequests).toEqual([]);
    expect(await port.account()).toBeNull();
  });

  it('signs in when only the shared storage is forbidden', async () => {
    storeState('s1');
    forbidStorages(['localStorage']);
    openReturnPage('?code=c1&state=s1');
    const port = await open();
    await port.completeSignIn().catch(() => undefined);
    expect(tokenRequests).toHaveLength(1);
  });
});

describe('other tabs', () => {
  it('sign out this tab when they sign out', async () => {
    storeUser(getSoon());
    await open();
    localStorage.removeItem(userKey);
    window.dispatchEvent(new StorageEvent('storage', { key: userKey }));
    await vi.waitFor(() => expect(events.onSignedOut).toHaveBeenCalled());
  });

  it('remember the language in this tab only when they sign out', async () => {
    storeUser(getSoon());
    await open();
    applySavedLanguage('es');
    await vi.waitFor(() => expect(getCurrentLanguage()).toBe('es'));
    localStorage.removeItem(userKey);
    window.dispatchEvent(new StorageEvent('storage', { key: userKey }));
    await vi.waitFor(() => expect(events.onSignedOut).toHaveBeenCalled());
    expect(getPreferredLanguage()).toBe('es');
    sessionStorage.clear();
    expect(getPreferredLanguage()).toBe('en');
  });

  it('sign in this tab when they sign in', async () => {
    await open();
    storeUser(getSoon());
    window.dispatchEvent(new StorageEvent('storage', { key: userKey }));
    await vi.waitFor(() =>
      expect(events.onSignedIn).toHaveBeenCalledWith(expect.objectContaining({ id: 'u1' })),
    );
  });
});

describe('a sign-in beside the page', () => {
  /** Stands for the sign-in window, which closes as soon as it opens the provider's page. */
  const getAskedAddress = async (settings: typeof configuration, demand?: SignInDemand) => {
    let asked: URL | undefined;
    const beside = { closed: false, focus: vi.fn(), close: vi.fn(), location: { replace: vi.fn() } };
    beside.location.replace.mockImplementation((href: string) => {
      asked = new URL(href);
      beside.closed = true;
    });
    vi.spyOn(window, 'open').mockReturnValue(beside as unknown as Window);
    const port = await openOidc(settings, events);
    expect(await port.signInBeside(demand)).toBe('cancelled');
    return asked?.searchParams;
  };

  it.each(['en', 'es'] as const)('asks for the pages in the language of the page, %s', async (language) => {
    await activateLanguage(language);
    const asked = await getAskedAddress(configuration);
    expect([asked?.get('ui_locales'), asked?.get('lang')]).toEqual([language, language]);
    expect(asked?.get('p')).toBe(configuration.security.oidcConfiguration.signUpSignInPolicy);
  });

  it('asks for the second factor by the values of the configuration', async () => {
    const asked = await getAskedAddress(configuration, 'secondFactor');
    expect(asked?.get('acr_values')).toBe('urn:factors:2');
    expect(asked?.get('prompt')).toBeNull();
  });

  it('asks for a new sign-in when the provider has its own rules', async () => {
    const security = { ...configuration.security, secondFactorAcrValues: '' };
    const asked = await getAskedAddress({ ...configuration, security }, 'secondFactor');
    expect(asked?.get('acr_values')).toBeNull();
    expect(asked?.get('prompt')).toBe('login');
  });

  it('asks for the second factor by the claims of the configuration', async () => {
    const claims = '{"id_token":{"acrs":{"essential":true,"value":"c1"}}}';
    const security = {
      ...configuration.security,
      secondFactorAcrValues: '',
      secondFactorClaims: claims,
    };
    const asked = await getAskedAddress({ ...configuration, security }, 'secondFactor');
    expect(asked?.get('claims')).toBe(claims);
    expect(asked?.get('p')).toBe(configuration.security.oidcConfiguration.signUpSignInPolicy);
    expect(asked?.get('acr_values')).toBeNull();
    expect(asked?.get('prompt')).toBeNull();
  });

  it('uses the page for the same person when no window opens', async () => {
    storeUser(getSoon());
    vi.spyOn(window, 'open').mockReturnValue(null);
    void (await open()).signInBeside();
    await vi.waitFor(() => {
      const stored = Object.entries(sessionStorage).filter(([key]) => key.startsWith('oidc.'));
      expect(stored.map(([, value]) => (JSON.parse(value as string) as { data?: string }).data)).toContain(
        'u1',
      );
    });
  });

  it('asks for a new sign-in after the portal ended the session', async () => {
    const asked = await getAskedAddress(configuration, 'password');
    expect(asked?.get('prompt')).toBe('login');
  });

  it('asks for no second factor otherwise', async () => {
    const asked = await getAskedAddress(configuration);
    expect(asked?.get('acr_values')).toBeNull();
    expect(asked?.get('prompt')).toBeNull();
  });
});

it('removes the session and its refresh token', async () => {
  const revoked: (string | null)[] = [];
  server.use(
    http.post(`${authority}/revoke`, async ({ request }) => {
      revoked.push(new URLSearchParams(await request.text()).get('token'));
      return new HttpResponse(null, { status: 200 });
    }),
  );
  storeUser(getSoon());
  const port = await open();
  await port.forget();
  expect(events.onSignedIn).not.toHaveBeenCalled();
  expect(revoked).toEqual(['refresh-0']);
  expect(localStorage.getItem(userKey)).toBeNull();
  expect(events.onSignedOut).toHaveBeenCalled();
});
