import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { storeActivity } from '@/lib/idle/lastActivity';
import { isFirstVisit } from '@/lib/journey/firstVisit';
import { markFirstVisit } from '@/lib/journey/welcome';
import { storeReturnUrl } from '@/lib/auth/returnUrl';
import { FakeAuthPort, renderApp, createAccount, storedUser } from '@/testing/renderApp';
import { configuration, origin, server, userDetails } from '@/testing/server';
import { fillStorages, forbidStorages } from '@/testing/storages';

const findHeading = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });

describe('the reads of a page', () => {
  const page = { items: [], nextToken: null, scannedUntil: null };

  it.each([
    ['/messages', 'Messages', ['/api/messages/all', '/api/agency/messages/agencies']],
    ['/messages/portal', 'Messages', ['/api/messages', '/api/agency/messages/agencies']],
    ['/transactions', 'Transactions', ['/api/transactions', '/api/transactions/summary']],
    ['/profile/access', 'Who looked at your record', ['/api/profile/access']],
    ['/adminuserservices/questions', 'Questions to support', ['/api/users/questions']],
    ['/dashboard', /Welcome back/, ['/api/subscriptions', '/api/businessapplications/applications']],
  ])('start once, while the details load: %s', async (path, title, own) => {
    let answer: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    server.use(
      http.get(`${origin}/api/users`, async () => {
        await isAnswered;
        return HttpResponse.json(userDetails);
      }),
      http.get(`${origin}/api/messages`, () => HttpResponse.json(page)),
      http.get(`${origin}/api/messages/all`, () => HttpResponse.json({ groups: [], ...page })),
      http.get(`${origin}/api/agency/messages/agencies`, () =>
        HttpResponse.json({ items: [], atLeast: false }),
      ),
      http.get(`${origin}/api/transactions`, () => HttpResponse.json(page)),
      http.get(`${origin}/.well-known/access-log/*`, () => new HttpResponse(null, { status: 404 })),
      http.get(`${origin}/api/profile/access`, () =>
        HttpResponse.json({ items: [], nextToken: null, isLogReadable: true }),
      ),
    );
    const asked: string[] = [];
    server.events.on('request:start', ({ request }) => {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/api/')) asked.push(pathname);
    });
    await renderApp(path, createAccount(['support']));
    const expected = [
      ...own,
      '/api/users/registered',
      '/api/profile/completed',
      '/api/messages/unread/count',
      '/api/agency/messages/unread/status',
      '/api/authentication/status',
      '/api/authentication/lockedout',
    ];
    await waitFor(() => expect(asked).toEqual(expect.arrayContaining(expected)));
    answer();
    await findHeading(title);
    await waitFor(() => expect(document.querySelector('.skeleton')).toBeNull());
    expect(asked.filter((name, place) => asked.indexOf(name) !== place)).toEqual([]);
    server.events.removeAllListeners();
  });
});

describe('the start', () => {
  it('shows a visitor the landing page without opening the sign-in port', async () => {
    const { port } = await renderApp('/');
    await findHeading('Your Arizona, in one place');
    expect(port.account).not.toHaveBeenCalled();
    expect(port.events).toBeUndefined();
  });

  it('offers to try again when the configuration fails to load', async () => {
    server.use(http.get(`${origin}/configuration/`, () => HttpResponse.error(), { once: true }));
    await renderApp('/');
    await findHeading('We can’t start right now');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await findHeading('Your Arizona, in one place');
  });

  it.each([
    ['no answer', () => HttpResponse.error(), /Check your connection/],
    [
      'an answer that is cut',
      () =>
        new HttpResponse(
          new ReadableStream({
            start(controller) {
              controller.enqueue(new TextEncoder().encode('{"webApiUrl":'));
              controller.error(new Error('cut'));
            },
          }),
        ),
      /Check your connection/,
    ],
    [
      'an answer with an address that is none',
      () => HttpResponse.json({ ...configuration, webApiUrl: 'https://[' }),
      /on our side/,
    ],
    [
      'an answer of 500',
      () => new HttpResponse(null, { status: 500, headers: { 'X-Request-Id': 'ref-5' } }),
      /on our side/,
    ],
  ])('reports %s as the cause when the configuration fails to load', async (name, answer, words) => {
    server.use(http.get(`${origin}/configuration/`, answer));
    await renderApp('/');
    await findHeading('We can’t start right now');
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByText('Reference: ref-5') !== null).toBe(name === 'an answer of 500');
  });

  it('offers to try again when the configuration lacks settings for sign-in', async () => {
    server.use(
      http.get(`${origin}/configuration/`, () => HttpResponse.json({ webApiUrl: '/api/' }), { once: true }),
    );
    await renderApp('/');
    await findHeading('We can’t start right now');
  });

  it('takes a signed-in person from the root to the dashboard', async () => {
    await renderApp('/', createAccount());
    await waitFor(() => expect(window.location.pathname).toBe('/loading'));
    await findHeading('Welcome back, Rosa');
    expect(window.location.pathname).toBe('/dashboard');
  });

  it('becomes ready although the details fail', async () => {
    server.use(http.get(`${origin}/api/users`, () => new HttpResponse(null, { status: 403 })));
    await renderApp('/', createAccount());
    await findHeading('Welcome back, Rosa');
    expect(window.location.pathname).toBe('/dashboard');
    expect(await screen.findByText('We could not load this')).toBeVisible();
  });

  it('ignores an account whose token has expired', async () => {
    const account = createAccount();
    const port = new FakeAuthPort(null);
    await renderApp('/', account, port);
    await findHeading('Your Arizona, in one place');
  });
});

describe('the greeting while the session loads', () => {
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  const profile = {
    iss: 'https://identity.example.gov/pool',
    sub: 'rosa',
    given_name: 'Rosa',
    family_name: 'Delgado',
  };

  /** Opens a page with this stored session while the library still loads its account. */
  async function openWithSession(session: string, path = '/dashboard') {
    localStorage.setItem(storedUser, session);
    const port = new FakeAuthPort(null);
    port.account.mockReturnValue(new Promise(() => undefined));
    await renderApp(path, createAccount(), port);
    await waitFor(() => expect(port.account).toHaveBeenCalled());
  }

  it('shows before the sign-in library has loaded', async () => {
    await openWithSession(JSON.stringify({ profile, expires_at: inSeconds(60) }));
    expect(await findHeading('Welcome back, Rosa')).not.toHaveFocus();
    expect(document.title).toBe('Dashboard | Saguaro');
  });

  it('welcomes a person on their first visit', async () => {
    markFirstVisit(profile.sub);
    await openWithSession(JSON.stringify({ profile, expires_at: inSeconds(60) }));
    await findHeading('Welcome to your portal, Rosa');
  });

  it.each([
    ['a token that has expired', JSON.stringify({ profile, expires_at: inSeconds(-1) }), '/dashboard'],
    ['a token without an end', JSON.stringify({ profile }), '/dashboard'],
    ['no person', JSON.stringify({ expires_at: inSeconds(60) }), '/dashboard'],
    ['a text that is no session', 'x', '/dashboard'],
    ['another page', JSON.stringify({ profile, expires_at: inSeconds(60) }), '/messages'],
  ])('is absent with %s', async (_what, session, path) => {
    await openWithSession(session, path);
    await findHeading('Loading…');
  });

  it('is absent after a long absence', async () => {
    storeActivity(Date.now() - 24 * 60 * 60_000);
    await openWithSession(JSON.stringify({ profile, expires_at: inSeconds(60) }));
    await findHeading('Loading…');
  });
});

describe('after sign-in', () => {
  it.each([
    [1, '/dashboard'],
    [2, '/register'],
    [3, '/profile/termsandconditions'],
    [4, '/profile/contact'],
  ] as const)('post-login action %i leads to %s', async (postLoginAction, path) => {
    server.use(
      http.get(`${origin}/api/users`, () => HttpResponse.json({ ...userDetails, postLoginAction })),
      http.get(`${origin}/api/users/registered`, () =>
        HttpResponse.json({ isRegistered: postLoginAction !== 2, canLink: false }),
      ),
    );
    const account = createAccount();
    const port = new FakeAuthPort(account);
    port.completeSignIn = vi.fn(() => {
      port.events?.onSignedIn(account);
      return Promise.resolve('signedIn' as const);
    });
    await renderApp('/signin-callback?code=1&state=2', null, port);
    await waitFor(() => expect(window.location.pathname).toBe(path));
    expect(isFirstVisit(account.id)).toBe(postLoginAction !== 1);
  });

  it('going back from the first page after a sign-in leads to the root, which reloads the app', async () => {
    const account = createAccount();
    const port = new FakeAuthPort(account);
    port.completeSignIn = vi.fn(() => {
      port.events?.onSignedIn(account);
      return Promise.resolve('signedIn' as const);
    });
    const { browser } = await renderApp('/signin-callback?code=1&state=2', null, port);
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
    window.history.back();
    await waitFor(() => expect(browser.reload).toHaveBeenCalled());
  });

  it.each([
    ['/profile/contact?from=mail#text', '/profile/contact?from=mail#text'],
    ['//evil.example/dashboard', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
    ['/signin-callback?code=1', '/dashboard'],
    ['/nowhere', '/dashboard'],
  ])('the remembered address %s leads to %s', async (remembered, path) => {
    localStorage.setItem('saguaro.returnUrl', remembered);
    await renderApp('/loading', createAccount());
    await waitFor(() => {
      expect(window.location.pathname + window.location.search + window.location.hash).toBe(path);
    });
    expect(localStorage.getItem('saguaro.returnUrl')).toBeNull();
  });

  it('goes home after a canceled registration', async () => {
    const port = new FakeAuthPort(null);
    port.completeSignIn = vi.fn(() => Promise.resolve('cancelled' as const));
    await renderApp('/signin-callback?error=access_denied', null, port);
    await findHeading('Your Arizona, in one place');
    expect(window.location.pathname).toBe('/');
  });

  it('returns to the last page after a canceled second factor', async () => {
    storeReturnUrl(new URL('/profile/contact', origin));
    const port = new FakeAuthPort(createAccount());
    port.completeSignIn = vi.fn(() => Promise.resolve('cancelled' as const));
    await renderApp('/signin-callback?error=access_denied', null, port);
    await waitFor(() => {
      expect(window.location.pathname).toBe('/profile/contact');
    });
  });

  it('starts the reset policy when the password was forgotten', async () => {
    const port = new FakeAuthPort(null);
    port.completeSignIn = vi.fn(() => Promise.resolve('resetRequested' as const));
    await renderApp('/signin-callback?error=access_denied', null, port);
    await waitFor(() => expect(port.resetPassword).toHaveBeenCalledOnce());
  });

  it('offers to sign in when a second answer in a row belonged to another request', async () => {
    const port = new FakeAuthPort(null);
    port.completeSignIn = vi.fn(() => Promise.resolve('refused' as const));
    await renderApp('/signin-callback?code=1&state=2', null, port);
    await findHeading('You are not signed in yet');
    expect(port.signIn).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await findHeading('Loading…');
    expect(port.signIn).toHaveBeenCalledOnce();
  });

  it('ends the stored session when an answer fails', async () => {
    const port = new FakeAuthPort(createAccount());
    port.completeSignIn = vi.fn(() => Promise.reject(new Error('no tokens')));
    await renderApp('/signin-callback?code=1&state=2', null, port);
    await findHeading('Page Not Found - Internal Server Error');
    expect(port.forget).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Login/Register' })).toBeVisible();
  });

  it('shows the error page, in the words of the specification, for any other failure', async () => {
    const port = new FakeAuthPort(null);
    port.completeSignIn = vi.fn(() => Promise.reject(new Error('No matching state found')));
    await renderApp('/signin-callback?code=1', null, port);
    await findHeading('Page Not Found - Internal Server Error');
    expect(window.location.pathname).toBe('/error');
    expect(
      screen.getByText('The page you are trying to reach is not available due to an internal error.'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/dashboard');
  });
});

describe('a sign-in in a browser that stores nothing for this tab', () => {
  const title = { en: 'Your browser blocks sign-in', es: 'Su navegador bloquea el inicio de sesión' };

  it.each([
    ['forbids its storages', () => forbidStorages()],
    ['has no room', fillStorages],
  ])('and %s shows the requirement in the language of the page', async (_, begin) => {
    const port = new FakeAuthPort(null);
    port.signIn = vi.fn(() =>
      Promise.reject(Object.assign(new Error('kept'), { leadsTo: '/signin-callback' })),
    );
    port.completeSignIn = vi.fn(() => Promise.resolve('storageNeeded' as const));
    begin();
    const { browser } = await renderApp('/', null, port);
    await userEvent.click(await screen.findByRole('button', { name: 'Español' }));
    const header = within(screen.getByRole('banner'));
    await userEvent.click(await header.findByRole('button', { name: 'Iniciar sesión/Registrarse' }));
    await findHeading(title.es);
    expect(screen.getByText(/permita las cookies y los datos/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
    expect(browser.reload).toHaveBeenCalledOnce();
    expect(port.signIn).toHaveBeenCalledOnce();
  });

  it("shows the requirement after the provider's answer", async () => {
    const port = new FakeAuthPort(null);
    port.completeSignIn = vi.fn(() => Promise.resolve('storageNeeded' as const));
    await renderApp('/signin-callback?code=1&state=2', null, port);
    await findHeading(title.en);
  });
});
