import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { components } from '@/generated/openapi';
import { renderApp, createAccount } from '@/testing/renderApp';
import { authenticationTypes, notAuthenticated, origin, server } from '@/testing/server';

type Status = components['schemas']['AuthenticationStatusReply'];
type Attempt = components['schemas']['AttemptReply'];

const api = `${origin}/api/authentication`;
const page = '/enhancedauthentication';
const eidLogout = 'https://eid.example/logout?x=1';
const response = `${page}/eid/response?state=a1.secret&code=c1`;
const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
const findLock = async (name: RegExp | string) =>
  within(await screen.findByRole('banner')).findByRole('button', { name });
const soon = new Date(Date.now() + 3_600_000).toISOString();

let status: Status;
let calls: string[];

const buildStatus = (typeId: Status['enhancedAuthenticationTypeId']): Status => ({
  isAuthenticated: true,
  enhancedAuthenticationType: 'Electronic ID (EID)',
  enhancedAuthenticationTypeId: typeId,
  verifiedAt: new Date().toISOString(),
  expiresAt: soon,
  assurance: 'proof',
});
const buildAttempt = (changes: Partial<Attempt> = {}): Attempt => ({
  attemptId: 'a1',
  typeId: 3,
  purpose: 'account',
  returnTo: '/transactions',
  requests: [],
  walletLink: null,
  quiz: null,
  liveness: null,
  state: 'verified',
  reason: null,
  expiresAt: soon,
  ...changes,
});

/** Serves the completion of an attempt, and records the request. */
function serveCompletion(answer: () => Response) {
  const sent: unknown[] = [];
  server.use(
    http.post(`${api}/attempts/a1/completion`, async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  return sent;
}

beforeEach(() => {
  status = notAuthenticated;
  calls = [];
  server.use(
    http.get(`${origin}/api/transactions`, () =>
      HttpResponse.json({ items: [], nextToken: null, scannedUntil: null }),
    ),
    http.get(`${api}/status`, () => HttpResponse.json(status)),
    http.delete(api, () => {
      calls.push('end');
      status = notAuthenticated;
      return HttpResponse.json({ isAuthenticated: false, logoutUrl: null });
    }),
  );
});

describe('the lock in the header', () => {
  it('links to the ways when no authentication is active', async () => {
    await renderApp('/transactions', createAccount());
    await findHeading('Transactions');
    await userEvent.click(await findLock('Enhanced Authentication is not active.'));
    const way = await screen.findByRole('link', { name: 'Authenticate' });
    expect(way.getAttribute('href')).toBe('/enhancedauthentication/face/v2/info?returnTo=%2Ftransactions');
    await userEvent.click(way);
    await findHeading('Prove who you are with your face');
    const others = await screen.findByRole('link', { name: 'Choose another way' });
    expect(others.getAttribute('href')).toBe(`${page}?returnTo=%2Ftransactions`);
    expect(screen.queryByRole('link', { name: 'Authenticate' })).toBeNull();
  });

  it('shows the method and the end time of an active authentication', async () => {
    status = buildStatus(3);
    await renderApp('/transactions', createAccount());
    await userEvent.click(await findLock('Enhanced Authentication is active.'));
    expect(await screen.findByText(/^Electronic ID \(EID\), until .* MST$/)).toBeVisible();
  });

  it('polls once a minute when the clock of the device is ahead', async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let asked = 0;
    status = { ...buildStatus(3), expiresAt: new Date(Date.now() - 45 * 60_000).toISOString() };
    server.use(
      http.get(`${api}/status`, () => {
        asked += 1;
        return HttpResponse.json(status);
      }),
    );
    await renderApp('/transactions', createAccount());
    await findLock('Enhanced Authentication is active.');
    const first = asked;
    await vi.advanceTimersByTimeAsync(50_000);
    expect(asked).toBe(first);
    await vi.advanceTimersByTimeAsync(15_000);
    await vi.waitFor(() => expect(asked).toBe(first + 1));
  });

  it('shows until when every way is locked, and offers none', async () => {
    server.use(
      http.get(`${api}/lockedout`, () =>
        HttpResponse.json({ isLockedOut: true, until: soon, reason: 'tooManyFailures' }),
      ),
    );
    await renderApp('/transactions', createAccount());
    await userEvent.click(await findLock('Enhanced Authentication is temporarily disabled.'));
    expect(
      await screen.findByText(/^Too many failed attempts\. You can try again on .* MST\.$/),
    ).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Authenticate' })).toBeNull();
  });

  it('reports a failed read, and tries again', async () => {
    let fails = true;
    server.use(
      http.get(`${api}/status`, () =>
        fails
          ? HttpResponse.json(
              { code: 'internalError', message: 'x', requestId: 'r1', parameters: {} },
              { status: 400 },
            )
          : HttpResponse.json(status),
      ),
    );
    await renderApp('/transactions', createAccount());
    await userEvent.click(await findLock('Enhanced Authentication'));
    const panel = within(screen.getByRole('banner'));
    await panel.findByText('We could not load this');
    fails = false;
    await userEvent.click(panel.getByRole('button', { name: 'Try again' }));
    await findLock('Enhanced Authentication is not active.');
  });

  it('reports a failed read of the locks', async () => {
    server.use(http.get(`${api}/lockedout`, () => HttpResponse.json({ code: 'x' }, { status: 400 })));
    await renderApp('/transactions', createAccount());
    await userEvent.click(await findLock('Enhanced Authentication'));
    expect(await within(screen.getByRole('banner')).findByText('We could not load this')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Authenticate' })).toBeNull();
  });

  it('has no link in a portal without ways', async () => {
    server.use(
      http.get(`${api}/types/settings`, () =>
        HttpResponse.json({ items: authenticationTypes.map((type) => ({ ...type, isEnabled: false })) }),
      ),
    );
    await renderApp('/transactions', createAccount());
    await userEvent.click(await findLock('Enhanced Authentication is not active.'));
    expect(await screen.findByText(/^This portal can’t verify your identity/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Authenticate' })).toBeNull();
  });

  it('ends face recognition and the credit bureau check by a call', async () => {
    status = buildStatus(1);
    await renderApp('/transactions', createAccount());
    await userEvent.click(await findLock('Enhanced Authentication is active.'));
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('Sign out successful.')).toBeVisible();
    await findLock('Enhanced Authentication is not active.');
    expect(calls).toEqual(['end']);
  });

  it('opens the identity service to end its session', async () => {
    status = buildStatus(3);
    server.use(http.delete(api, () => HttpResponse.json({ isAuthenticated: false, logoutUrl: eidLogout })));
    const { browser } = await renderApp('/transactions', createAccount());
    await userEvent.click(await findLock('Enhanced Authentication is active.'));
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith(eidLogout));
  });
});

describe('ending it', () => {
  it.each(['eid', 'mid'])(
    'waits for a click on the page of %s, and continues at the provider',
    async (type) => {
      const sent: string[] = [];
      server.use(
        http.delete(api, () => {
          sent.push('end');
          return HttpResponse.json({ isAuthenticated: false, logoutUrl: eidLogout });
        }),
      );
      const { browser } = await renderApp(`${page}/${type}?action=logout`, createAccount());
      await findHeading('End enhanced authentication');
      expect(sent).toEqual([]);
      await userEvent.click(screen.getByRole('button', { name: 'End it now' }));
      await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith(eidLogout));
      expect(sent).toEqual(['end']);
    },
  );

  it('reports that nothing was active', async () => {
    await renderApp(`${page}/eid?action=logout`, createAccount());
    await findLock('Enhanced Authentication is not active.');
    await userEvent.click(await screen.findByRole('button', { name: 'End it now' }));
    expect(await screen.findByText('You were not using enhanced authentication.')).toBeVisible();
    expect(screen.queryByText('Sign out successful.')).toBeNull();
  });

  it('is confirmed without a session at a provider', async () => {
    status = buildStatus(4);
    await renderApp(`${page}/mid?action=logout`, createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'End it now' }));
    await findHeading('Enhanced authentication ended');
    expect(calls).toEqual(['end']);
  });

  it('is confirmed after the return, without another call', async () => {
    await renderApp(`${page}/eid?action=loggedout&state=x`, createAccount());
    await findHeading('Enhanced authentication ended');
    expect(screen.getByText('You are still signed in to the portal.')).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('does nothing at an address without an action', async () => {
    await renderApp(`${page}/mid`, createAccount());
    await findHeading('Enhanced authentication');
    expect(calls).toEqual([]);
  });
});

describe('the ways', () => {
  it('are those that the portal offers', async () => {
    await renderApp(page, createAccount());
    await findHeading('Enhanced authentication');
    expect(await screen.findAllByRole('button', { name: /^Continue with / })).toHaveLength(1);
  });

  it('are empty when the portal offers none', async () => {
    server.use(
      http.get(`${api}/types/settings`, () =>
        HttpResponse.json({ items: authenticationTypes.map((type) => ({ ...type, isEnabled: false })) }),
      ),
    );
    await renderApp(page, createAccount());
    expect(await screen.findByText(/can’t verify your identity/)).toBeVisible();
  });

  it('open the identity service, and return to the previous page', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`${api}/attempts`, async ({ request }) => {
        sent.push(await request.json());
        const redirectUrl = 'https://eid.example/authorize?x=1';
        return HttpResponse.json(
          {
            attemptId: 'a1',
            mode: 'redirect',
            redirectUrl,
            passkeyOptions: null,
            expiresAt: soon,
          },
          { status: 201 },
        );
      }),
    );
    const { browser } = await renderApp(`${page}?returnTo=/transactions`, createAccount());
    const button = await screen.findByRole('button', { name: /^Continue with / });
    await userEvent.dblClick(button);
    await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith('https://eid.example/authorize?x=1'));
    expect(sent).toEqual([{ typeId: 3, purpose: 'account', returnTo: '/transactions', usesPasskey: false }]);
  });

  it('show the failure, and can be tried again', async () => {
    server.use(
      http.post(`${api}/attempts`, () =>
        HttpResponse.json(
          {
            code: 'authenticationTypeLocked',
            message: 'This way is locked.',
            requestId: 'r1',
            parameters: {},
          },
          { status: 429, headers: { 'Retry-After': '3600' } },
        ),
      ),
    );
    await renderApp(page, createAccount());
    await userEvent.click(await screen.findByRole('button', { name: /^Continue with / }));
    expect(await screen.findByText('This way is locked.')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Continue with / })).toBeEnabled();
  });

  it('show until when one is locked', async () => {
    server.use(
      http.get(`${api}/types/settings`, () =>
        HttpResponse.json({ items: authenticationTypes.map((type) => ({ ...type, lockedUntil: soon })) }),
      ),
    );
    await renderApp(page, createAccount());
    expect(await screen.findByText(/You can use this way again/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Continue with / })).toBeNull();
  });
});

describe('the return from the identity service', () => {
  it('opens the previous page, once', async () => {
    status = buildStatus(3);
    const sent = serveCompletion(() => HttpResponse.json(buildAttempt()));
    await renderApp(response, createAccount());
    await findHeading('Transactions');
    expect(await screen.findByText('You proved who you are.')).toBeVisible();
    expect(sent).toEqual([
      {
        redirect: { state: 'a1.secret', code: 'c1', error: null },
        wallet: null,
        passkey: null,
        quiz: null,
        liveness: null,
      },
    ]);
  });

  it('leads only to the portal', async () => {
    serveCompletion(() => HttpResponse.json(buildAttempt({ returnTo: '//evil.example' })));
    await renderApp(response, createAccount());
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
  });

  it.each([
    ['wrongPerson', /does not match your registration/],
    ['assuranceTooLow', /haven’t proved your identity there yet/],
    ['answerRefused', /couldn’t trust the answer/],
  ] as const)('shows the failure: %s', async (reason, sentence) => {
    serveCompletion(() => HttpResponse.json(buildAttempt({ state: 'failed', reason })));
    await renderApp(response, createAccount());
    await findHeading('You are not verified');
    expect(screen.getByText(sentence)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Try again or choose another way' })).toHaveAttribute(
      'href',
      `${page}?returnTo=%2Ftransactions`,
    );
  });

  it('shows a refusal by the person', async () => {
    const sent = serveCompletion(() => HttpResponse.json(buildAttempt({ state: 'canceled' })));
    await renderApp(`${page}/eid/response?state=a1.secret&error=access_denied`, createAccount());
    await findHeading('You canceled');
    expect(sent).toEqual([
      {
        redirect: { state: 'a1.secret', code: null, error: 'access_denied' },
        wallet: null,
        passkey: null,
        quiz: null,
        liveness: null,
      },
    ]);
  });

  it('reports that the attempt has ended', async () => {
    serveCompletion(() =>
      HttpResponse.json(
        { code: 'attemptNotFound', message: 'This attempt has ended.', requestId: 'r1', parameters: {} },
        { status: 404 },
      ),
    );
    await renderApp(response, createAccount());
    await findHeading('You are not verified');
    expect(screen.getByText('This attempt has ended.')).toBeVisible();
  });
});

describe('signing out of the portal', () => {
  const signOut = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /Rosa/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  };

  it('ends enhanced authentication first', async () => {
    const { port } = await renderApp('/transactions', createAccount());
    port.signOut = vi.fn(() => {
      calls.push('sign out');
      return Promise.resolve();
    });
    await findHeading('Transactions');
    await signOut();
    await waitFor(() => expect(calls).toEqual(['end', 'sign out']));
  });

  it('succeeds when ending the authentication fails', async () => {
    server.use(http.delete(api, () => HttpResponse.error()));
    const { port } = await renderApp('/transactions', createAccount());
    await findHeading('Transactions');
    await signOut();
    await waitFor(() => expect(port.signOut).toHaveBeenCalledOnce());
  });
});
