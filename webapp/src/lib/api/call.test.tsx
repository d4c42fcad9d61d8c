import { readFileSync } from 'node:fs';
import path from 'node:path';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadSignedInCode } from '@/lib/auth/session';
import { FakeAuthPort, renderApp, createAccount } from '@/testing/renderApp';
import { configuration, origin, preferences, server, userDetails } from '@/testing/server';
import { call, isCancelled, isPublic, readAs } from './call';
import { getLastRequestId } from './requestIds';

const contact = `${origin}/api/profile/contactpreferences`;
const findDashboard = () => screen.findByRole('heading', { level: 2, name: 'Your services' });

async function openDashboard(port?: FakeAuthPort) {
  await renderApp('/dashboard', port?.active ?? createAccount(), port);
  await findDashboard();
}

const body = {
  language: 'en' as const,
  addresses: [],
  notices: [],
  emailFrequency: 'immediate' as const,
  quietHours: null,
};
let requests: Request[];
const contractFile = path.join(import.meta.dirname, '../../../../shared/contract/openapi.json');

beforeEach(() => {
  requests = [];
});

describe('the paths without tokens', () => {
  const contract = JSON.parse(readFileSync(contractFile, 'utf8')) as {
    paths: Record<string, Record<string, { security?: readonly unknown[] }>>;
  };

  it.each(Object.entries(contract.paths).filter(([name]) => name.startsWith('/api/')))(
    'match the paths without security in the contract: %s',
    (name, operations) => {
      for (const { security } of Object.values(operations))
        expect(isPublic(name)).toBe(security?.length === 0);
    },
  );
});

describe('a call', () => {
  it('carries both tokens and the language to the portal', async () => {
    server.use(http.get(contact, ({ request }) => (requests.push(request), HttpResponse.json(preferences))));
    await openDashboard();
    requests = [];
    await call('get', '/api/profile/contactpreferences');
    const headers = requests[0]?.headers;
    expect(headers?.get('authorization')).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
    expect(headers?.get('id_token')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(headers?.get('id_token')).not.toBe(headers?.get('authorization')?.slice('Bearer '.length));
    expect(headers?.get('accept-language')).toBe('en');
  });

  it('carries no token to a public path', async () => {
    server.use(
      http.get(`${origin}/api/lookups/counties`, ({ request }) => {
        requests.push(request);
        return HttpResponse.json({ items: [] });
      }),
    );
    await openDashboard();
    await call('get', '/api/lookups/counties');
    expect(requests[0]?.headers.has('authorization')).toBe(false);
    expect(requests[0]?.headers.has('id_token')).toBe(false);
  });

  it('to a public path loads no code of signed-in people', async () => {
    server.use(
      http.get(`${origin}/api/lookups/counties`, ({ request }) => {
        requests.push(request);
        return HttpResponse.json({ items: [] });
      }),
    );
    await renderApp('/privacy', null);
    await screen.findByRole('heading', { level: 1 });
    const load = vi.fn(() => Promise.reject(new Error('loaded')));
    loadSignedInCode.set(load);
    await expect(call('get', '/api/lookups/counties')).resolves.toEqual({ items: [] });
    expect(load).not.toHaveBeenCalled();
    expect(requests[0]?.headers.get('accept-language')).toBe('en');
  });

  it.each([
    ['the network lost it', () => HttpResponse.error(), 2],
    ['the server failed', () => new HttpResponse(null, { status: 503 }), 2],
    ['there were too many', () => new HttpResponse(null, { status: 429 }), 1],
    ['it was refused', () => new HttpResponse(null, { status: 404 }), 1],
  ])('to a public path repeats only failures that may be temporary: %s', async (_, fail, expected) => {
    await openDashboard();
    let reads = 0;
    server.use(
      http.get(`${origin}/api/lookups/counties`, () =>
        (reads += 1) === 1 ? fail() : HttpResponse.json({ items: [] }),
      ),
    );
    await call('get', '/api/lookups/counties').catch(() => undefined);
    expect(reads).toBe(expected);
  });

  it('to a public path stops at the third failure, and after a reply that forbids repeats', async () => {
    await openDashboard();
    let reads = 0;
    server.use(
      http.get(
        `${origin}/api/lookups/counties`,
        () => ((reads += 1), new HttpResponse(null, { status: 502 })),
      ),
    );
    await expect(call('get', '/api/lookups/counties')).rejects.toMatchObject({ status: 502 });
    expect(reads).toBe(3);
    await call('get', '/api/lookups/counties', { isRepeated: false }).catch(() => undefined);
    expect(reads).toBe(4);
  });

  it.each(['/api/lookups/counties', '/api/profile/contactpreferences'] as const)(
    'is aborted with the reason of its caller: %s',
    async (path) => {
      await openDashboard();
      server.use(http.get(`${origin}${path}`, () => delay('infinite')));
      const controller = new AbortController();
      const read = call('get', path, { signal: controller.signal });
      controller.abort(new Error('typed on'));
      await expect(read).rejects.toThrow('typed on');
      await expect(call('get', path, { signal: controller.signal })).rejects.toThrow('typed on');
    },
  );

  it('copies the cross-site-forgery cookie only for a change', async () => {
    document.cookie = 'XSRF-TOKEN=a%2Fb';
    server.use(
      http.get(contact, ({ request }) => (requests.push(request), HttpResponse.json(preferences))),
      http.put(contact, ({ request }) => (requests.push(request), HttpResponse.json(preferences))),
    );
    await openDashboard();
    requests = [];
    await call('get', '/api/profile/contactpreferences');
    await call('put', '/api/profile/contactpreferences', { body });
    expect(requests.map((request) => request.headers.get('x-xsrf-token'))).toEqual([null, 'a/b']);
  });

  it('sends no cookie value to another origin', async () => {
    document.cookie = 'XSRF-TOKEN=secret';
    server.use(
      http.get(`${origin}/configuration/`, () =>
        HttpResponse.json({ ...configuration, webApiUrl: 'https://api.example/api/' }),
      ),
      http.get('https://api.example/api/users', () => HttpResponse.json(userDetails)),
      http.get('https://api.example/api/users/registered', () =>
        HttpResponse.json({ isRegistered: true, canLink: false }),
      ),
      http.get('https://api.example/api/subscriptions', () => HttpResponse.json({ items: [] })),
      http.all(
        'https://api.example/*',
        ({ request }) => (requests.push(request), HttpResponse.json(preferences)),
      ),
    );
    await openDashboard();
    requests = [];
    await call('put', '/api/profile/contactpreferences', { body });
    expect(requests[0]?.headers.has('x-xsrf-token')).toBe(false);
  });

  it('repeats only a GET after a network error', async () => {
    let reads = 0;
    let writes = 0;
    await openDashboard();
    server.use(
      http.get(contact, () => ((reads += 1) === 1 ? HttpResponse.error() : HttpResponse.json(preferences))),
      http.put(contact, () => ((writes += 1), HttpResponse.error())),
    );
    await call('get', '/api/profile/contactpreferences');
    expect(reads).toBe(2);
    await expect(call('put', '/api/profile/contactpreferences', { body })).rejects.toMatchObject({
      status: 0,
    });
    expect(writes).toBe(1);
  });

  it.each([
    [
      409,
      { code: 'termsSuperseded', message: 'm', requestId: 'r' },
      { code: 'termsSuperseded', requestId: 'r' },
    ],
    [403, { message: 'Forbidden' }, { code: 'status403', message: 'Forbidden', requestId: null }],
    [400, [{ applicationSection: 's', propertyName: 'p', validationErrors: ['e'] }], { code: 'validation' }],
    [404, 'not JSON at all', { code: 'status404' }],
  ])('answers a %i with %j as an error that can be read', async (status, answer, error) => {
    await openDashboard();
    server.use(
      http.put(
        contact,
        () => new HttpResponse(typeof answer === 'string' ? answer : JSON.stringify(answer), { status }),
      ),
    );
    await expect(call('put', '/api/profile/contactpreferences', { body })).rejects.toMatchObject({
      status,
      ...error,
    });
  });
});

describe('an answer of another media type', () => {
  it('is requested by its type with the tokens, and returned unchanged', async () => {
    server.use(
      http.get(`${origin}/api/lookups/counties`, ({ request }) => {
        requests.push(request);
        return new HttpResponse('id\r\npima\r\n', {
          headers: {
            'Content-Type': 'text/csv',
            'Content-Disposition': 'attachment; filename="counties.csv"',
          },
        });
      }),
      http.get(contact, ({ request }) => (requests.push(request), new HttpResponse('name'))),
    );
    await openDashboard();
    requests = [];
    const received = await readAs('text/csv', '/api/lookups/counties', { query: { text: 'a b' } });
    expect(received.text).toBe('id\r\npima\r\n');
    expect(received.headers['content-disposition']).toBe('attachment; filename="counties.csv"');
    expect(requests[0]?.headers.get('accept')).toBe('text/csv');
    expect(new URL(requests[0]?.url ?? '').searchParams.get('text')).toBe('a b');
    await readAs('text/csv', '/api/profile/contactpreferences');
    expect(requests[1]?.headers.get('authorization')).toMatch(/^Bearer /);
    expect(requests[1]?.headers.get('id_token')).toBeTruthy();
  });

  it('is refused when JSON is expected', async () => {
    await openDashboard();
    server.use(http.put(contact, () => new HttpResponse('<html>')));
    await expect(call('put', '/api/profile/contactpreferences', { body })).rejects.toMatchObject({
      status: 0,
    });
  });
});

describe('a 401', () => {
  it('renews the session once and repeats the call', async () => {
    const port = new FakeAuthPort(createAccount());
    await openDashboard(port);
    server.use(
      http.put(contact, ({ request }) => {
        requests.push(request);
        return requests.length === 1
          ? HttpResponse.json({ message: 'Unauthorized' }, { status: 401 })
          : HttpResponse.json(preferences);
      }),
    );
    await expect(call('put', '/api/profile/contactpreferences', { body })).resolves.toEqual(preferences);
    expect(port.renewals).toBe(1);
    expect(requests).toHaveLength(2);
  });

  it('asks to sign in again beside the page when the renewal fails', async () => {
    const port = new FakeAuthPort(createAccount());
    await openDashboard(port);
    port.canRenew = false;
    server.use(http.put(contact, () => HttpResponse.json({ message: 'Unauthorized' }, { status: 401 })));
    await act(async () => {
      await expect(call('put', '/api/profile/contactpreferences', { body })).rejects.toMatchObject({
        status: 401,
      });
    });
    await screen.findByRole('dialog', { name: 'Your session has ended' });
    port.signInBeside = vi.fn(() => {
      if (port.active) port.events?.onSignedIn(port.active);
      return Promise.resolve('signedIn' as const);
    });
    await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await findDashboard()).toBeVisible();
    expect(localStorage.getItem('saguaro.returnUrl')).toBeNull();
  });
});

describe('a session that was ended on another device', () => {
  it('asks to sign in again and is not renewed by later calls', async () => {
    const port = new FakeAuthPort(createAccount());
    await openDashboard(port);
    // The provider knows nothing of the end and renews the tokens of the session.
    const renew = port.tokens.getMockImplementation();
    port.tokens.mockImplementation((isRenewed = false) => {
      if (isRenewed && port.active) port.events?.onSignedIn(port.active);
      return renew?.(isRenewed) ?? Promise.resolve(null);
    });
    server.use(
      http.all(`${origin}/api/*`, ({ request }) => {
        requests.push(request);
        return HttpResponse.json({ message: 'Unauthorized' }, { status: 401 });
      }),
    );
    const fail = () =>
      act(async () => {
        await expect(call('put', '/api/profile/contactpreferences', { body })).rejects.toMatchObject({
          status: 401,
        });
      });
    await fail();
    await screen.findByRole('dialog', { name: 'Your session has ended' });
    expect(requests).toHaveLength(2);
    port.signInBeside.mockResolvedValueOnce('cancelled');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
    expect(port.signInBeside).toHaveBeenCalledExactlyOnceWith('password');
    await fail();
    expect(screen.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
    expect(requests).toHaveLength(3);
    expect(port.renewals).toBe(1);
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(port.signOut).toHaveBeenCalledOnce());
  });
});

describe('moving to another page', () => {
  it('cancels the calls of the page before', async () => {
    await openDashboard();
    server.use(http.get(contact, () => delay('infinite')));
    const failure = call('get', '/api/profile/contactpreferences').catch((error: unknown) => error);
    await userEvent.click(screen.getByRole('button', { name: /Rosa Delgado/ }));
    await userEvent.click(screen.getByRole('link', { name: 'Terms and conditions' }));
    expect(isCancelled(await failure)).toBe(true);
  });

  /** Sends the start of a body, and then fails with the error: on request, or at once. */
  function cutAnswers(address: string, error: Error, isCutAtOnce = false): void {
    const answer = window.fetch;
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
      const { href } = new URL(input instanceof Request ? input.url : input, window.location.href);
      if (href !== address) return answer(input, init);
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"items":['));
          if (isCutAtOnce) controller.error(error);
          init.signal?.addEventListener('abort', () => controller.error(error));
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'X-Request-Id': 'cut' } }));
    });
  }

  const errorsOfBrowsers = [
    ['Chrome', new DOMException('BodyStreamBuffer was aborted', 'AbortError')],
    ['Firefox', new DOMException('The operation was aborted.', 'AbortError')],
    ['Safari', new TypeError('Load failed')],
    ['no browser that we know', new Error('cut')],
  ] as const;

  it.each(errorsOfBrowsers)('cancels a call during its answer, with the error of %s', async (_, error) => {
    await openDashboard();
    cutAnswers(contact, error);
    const failure = call('get', '/api/profile/contactpreferences').catch((thrown: unknown) => thrown);
    await waitFor(() => expect(getLastRequestId()).toBe('cut'));
    await userEvent.click(screen.getByRole('button', { name: /Rosa Delgado/ }));
    await userEvent.click(screen.getByRole('link', { name: 'Terms and conditions' }));
    expect(isCancelled(await failure)).toBe(true);
  });

  it.each(errorsOfBrowsers)(
    'reports a network error for a cut answer, with the error of %s',
    async (_, error) => {
      await openDashboard();
      cutAnswers(contact, error, true);
      const failure = call('get', '/api/profile/contactpreferences');
      await expect(failure).rejects.toMatchObject({ status: 0, code: 'network' });
    },
  );

  it.each(errorsOfBrowsers)('reads the data of both pages again, with the error of %s', async (_, error) => {
    const types = `${origin}/api/authentication/types/settings`;
    cutAnswers(types, error);
    await renderApp('/enhancedauthentication/face/v2/info', createAccount());
    await waitFor(() => expect(getLastRequestId()).toBe('cut'));
    vi.unstubAllGlobals();
    act(() => {
      window.history.pushState(null, '', '/enhancedauthentication');
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    });
    expect(await screen.findByText('Electronic ID (EID)')).toBeVisible();
  });

  it('reads a page again on demand after its answer was cut', async () => {
    cutAnswers(contact, new TypeError('Load failed'), true);
    await renderApp('/profile/contact', createAccount());
    expect(await screen.findByText(/^We could not reach the portal\./)).toBeVisible();
    vi.unstubAllGlobals();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText(/Mobile number/)).toBeVisible();
  });

  it('keeps the calls that the configuration names', async () => {
    server.use(
      http.get(`${origin}/configuration/`, () =>
        HttpResponse.json({
          ...configuration,
          businessOneStop: {
            ...configuration.businessOneStop,
            unCancellableApiEndpoints: ['/api/Profile/ContactPreferences'],
          },
        }),
      ),
    );
    await openDashboard();
    let answer: (() => void) | undefined;
    server.use(
      http.put(contact, async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        return HttpResponse.json(preferences);
      }),
    );
    const result = call('put', '/api/profile/contactpreferences', { body });
    await userEvent.click(screen.getByRole('button', { name: /Rosa Delgado/ }));
    await userEvent.click(screen.getByRole('link', { name: 'Terms and conditions' }));
    await screen.findByRole('heading', { level: 1, name: 'Terms of the portal' });
    answer?.();
    await expect(result).resolves.toEqual(preferences);
  });
});
