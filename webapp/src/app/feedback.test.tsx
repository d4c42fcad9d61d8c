import { I18nProvider } from '@lingui/react';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call, configureCalls } from '@/lib/api/call';
import { configureAmplify } from '@/lib/auth/amplify';
import { getSession, loadSignedInCode } from '@/lib/auth/session';
import * as browser from '@/lib/browser';
import { getI18n } from '@/lib/i18n/language';
import { endWelcome, markFirstVisit } from '@/lib/journey/firstVisit';
import { createLazyComponent } from '@/lib/lazyComponent';
import { ignoreProgressBar } from '@/lib/progress/progress';
import { listKeysWithPrefix } from '@/lib/storage/storage';
import { provideLocks } from '@/testing/locks';
import { FakeAuthPort, renderApp, rosa } from '@/testing/renderApp';
import { configuration, origin, server, userDetails } from '@/testing/server';
import { forbidStorages } from '@/testing/storages';
import { PageBoundary } from './shell/PageBoundary';

const minute = 60_000;
const heading = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });
const idleText = (minutes: number) =>
  `You have been idle for ${minutes} minute(s) and have been automatically signed out.`;

/** What jsdom lacks of a browser. */
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  const takeLocksAway = provideLocks();
  return () => {
    vi.unstubAllGlobals();
    takeLocksAway();
  };
});

/** Lets time pass as it does while a machine sleeps: no timer runs, and then somebody looks. */
function sleep(milliseconds: number): void {
  const wokenAt = Date.now() + milliseconds;
  vi.spyOn(Date, 'now').mockImplementation(() => wokenAt);
  act(() => void window.dispatchEvent(new Event('focus')));
}

describe('somebody who is idle', () => {
  it('is asked, and stays signed in when they want to', async () => {
    const { port } = await renderApp('/dashboard', rosa());
    await heading(/, Rosa$/);
    await waitFor(() => expect(localStorage.getItem('saguaro.lastActivity')).not.toBeNull());
    sleep(12 * minute);
    const dialog = await screen.findByRole('dialog', { name: 'Are you still there?' });
    expect(within(dialog).getByRole('timer')).toHaveTextContent(/^[23]:\d\d$/);
    expect(within(dialog).getByRole('status')).toHaveTextContent(/^180 seconds left$/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stay signed in' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(port.signOut).not.toHaveBeenCalled();
  });

  it('can sign out at once, which leaves nothing that names them', async () => {
    const account = rosa();
    const { port } = await renderApp('/dashboard', account);
    await heading(/, Rosa$/);
    markFirstVisit(account.id);
    endWelcome(account.id);
    await waitFor(() => expect(localStorage.getItem('saguaro.lastActivity')).not.toBeNull());
    sleep(11 * minute);
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(port.signOut).toHaveBeenCalledOnce());
    expect(localStorage.getItem('saguaro.idleSignOut')).toBeNull();
    const keys = listKeysWithPrefix('saguaro.');
    expect(keys.filter((key) => key.includes(encodeURIComponent(account.id)))).toEqual([]);
  });

  it('is signed out once, keeps what was typed, and is told so afterwards', async () => {
    const account = rosa();
    const { port, unmount } = await renderApp('/profile/contact', account);
    await userEvent.type(await screen.findByLabelText(/Mobile number/), '602');
    sleep(16 * minute);
    await waitFor(() => expect(port.signOut).toHaveBeenCalledOnce());
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(port.signOut).toHaveBeenCalledOnce();
    expect(screen.queryByLabelText(/Mobile number/)).not.toBeInTheDocument();
    expect(localStorage.getItem('saguaro.returnUrl')).toBe('/profile/contact');
    unmount();
    vi.restoreAllMocks();

    localStorage.removeItem('oidc.user:https://identity.example:portal-web');
    const visit = await renderApp('/');
    const dialog = await screen.findByRole('dialog', { name: 'Alert' });
    expect(dialog).toHaveTextContent(idleText(16));
    expect(screen.queryByText('You are signed out.')).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    visit.unmount();

    await renderApp('/profile/contact', account);
    expect(await screen.findByLabelText(/Mobile number/)).toHaveValue('602');
  });

  it('leaves nothing typed to another person', async () => {
    const { port, unmount } = await renderApp('/profile/contact', rosa());
    await userEvent.type(await screen.findByLabelText(/Mobile number/), '602');
    sleep(16 * minute);
    await waitFor(() => expect(port.signOut).toHaveBeenCalledOnce());
    unmount();
    vi.restoreAllMocks();
    localStorage.removeItem('saguaro.lastActivity');

    const ben = { ...rosa(), name: 'Ben' };
    const second = await renderApp('/profile/contact', ben);
    expect(await screen.findByLabelText(/Mobile number/)).toHaveValue('');
    act(() => second.port.events?.onSignedIn(ben));
    expect(Object.keys(localStorage).filter((key) => key.startsWith('saguaro.draft.'))).toEqual([]);
  });

  it('is signed out here and told at once when the provider is out of reach', async () => {
    const port = new FakeAuthPort(rosa());
    port.signOut = vi.fn(() => Promise.reject(new Error('network')));
    const { browser } = await renderApp('/dashboard', port.active, port);
    await heading(/, Rosa$/);
    await waitFor(() => expect(localStorage.getItem('saguaro.lastActivity')).not.toBeNull());
    sleep(20 * minute);
    const dialog = await screen.findByRole('dialog', { name: 'Alert' });
    expect(dialog).toHaveTextContent(idleText(20));
    expect(port.forget).toHaveBeenCalledOnce();
    expect(browser.leaveTo).not.toHaveBeenCalled();
    await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith('/'));
  });

  it('is not let in again by a tab that is opened too late', async () => {
    localStorage.setItem('saguaro.lastActivity', String(Date.now() - 16 * minute));
    const { port } = await renderApp('/dashboard', rosa());
    await waitFor(() => expect(port.signOut).toHaveBeenCalledOnce());
    expect(screen.queryByText(/, Rosa$/)).not.toBeInTheDocument();
  });

  it('is forgotten without a word when the token has expired as well', async () => {
    localStorage.setItem('saguaro.lastActivity', String(Date.now() - 16 * minute));
    localStorage.setItem('oidc.user:https://identity.example:portal-web', '{}');
    const port = new FakeAuthPort(null);
    await renderApp('/', null, port);
    await heading('Your Arizona, in one place');
    expect(port.forget).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('somebody who signs out', () => {
  it('is told so once, and not when they sign in first', async () => {
    const { port, unmount } = await renderApp('/dashboard', rosa());
    await userEvent.click(await screen.findByRole('button', { name: /Rosa Delgado/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(port.signOut).toHaveBeenCalledOnce());
    unmount();
    vi.restoreAllMocks();
    localStorage.removeItem('oidc.user:https://identity.example:portal-web');

    const visit = await renderApp('/');
    expect(await screen.findByText('You are signed out.')).toBeVisible();
    visit.unmount();
    await renderApp('/');
    await heading('Your Arizona, in one place');
    expect(screen.queryByText('You are signed out.')).toBeNull();
  });
});

describe('the network', () => {
  it('that is gone is spoken of until it is back', async () => {
    await renderApp('/');
    await heading('Your Arizona, in one place');
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect((await screen.findByText(/^You are offline\./)).closest('[role="status"]')).not.toBeNull();
    isOnline.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText(/^You are offline\./)).not.toBeInTheDocument());
  });

  it('that comes back starts the portal by itself', async () => {
    server.use(http.get(`${origin}/configuration/`, () => HttpResponse.error(), { once: true }));
    await renderApp('/');
    const title = await heading('We can’t start right now');
    await waitFor(() => expect(title).toHaveFocus());
    act(() => void window.dispatchEvent(new Event('online')));
    await heading('Your Arizona, in one place');
  });
});

describe('a failure', () => {
  it('once the network is back loads anew, since a browser may keep what it could not load', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    getI18n().loadAndActivate({ locale: 'en', messages: {} });
    const reload = vi.spyOn(browser, 'reload').mockReturnValue();
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const Broken = () => {
      throw new Error('A script could not be loaded.');
    };
    const page = (pathname: string) => (
      <I18nProvider i18n={getI18n()}>
        <MemoryRouter>
          <PageBoundary pathname={pathname}>
            <Broken />
          </PageBoundary>
        </MemoryRouter>
      </I18nProvider>
    );
    const { rerender } = render(page('/addressbook'));
    await heading('You are offline');
    expect(reload).not.toHaveBeenCalled();
    isOnline.mockReturnValue(true);
    rerender(page('/transactions'));
    expect(reload).toHaveBeenCalledOnce();
  });

  describe('of a script that is gone after a release', () => {
    const gone = () => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      getI18n().loadAndActivate({ locale: 'en', messages: {} });
      const Gone = createLazyComponent(() => Promise.reject(new TypeError('Failed to fetch')));
      return render(
        <I18nProvider i18n={getI18n()}>
          <MemoryRouter>
            <PageBoundary pathname="/addressbook">
              <Suspense>
                <Gone />
              </Suspense>
            </PageBoundary>
          </MemoryRouter>
        </I18nProvider>,
      );
    };

    it('loads the page anew, once', async () => {
      server.use(http.get(`${origin}/`, () => new HttpResponse('')));
      const reload = vi.spyOn(browser, 'reload').mockReturnValue();
      const { unmount } = gone();
      await waitFor(() => expect(reload).toHaveBeenCalledOnce());
      expect(screen.queryByRole('heading', { name: 'Page Not Found - Internal Server Error' })).toBeNull();
      unmount();
      gone();
      await heading('Page Not Found - Internal Server Error');
      expect(reload).toHaveBeenCalledOnce();
    });

    it('leaves the page there where the tab would forget that it was loaded anew', async () => {
      forbidStorages();
      server.use(http.get(`${origin}/`, () => new HttpResponse('')));
      const reload = vi.spyOn(browser, 'reload').mockReturnValue();
      gone();
      await heading('Page Not Found - Internal Server Error');
      expect(reload).not.toHaveBeenCalled();
    });

    it('leaves the page there when the portal does not answer either', async () => {
      server.use(http.get(`${origin}/`, () => HttpResponse.error()));
      const reload = vi.spyOn(browser, 'reload').mockReturnValue();
      gone();
      await heading('Page Not Found - Internal Server Error');
      expect(reload).not.toHaveBeenCalled();
    });
  });

  it('of a page names the request it was most likely made of, and can be tried again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(
      http.get(`${origin}/api/profile/contactpreferences`, () =>
        HttpResponse.json({ savedAt: 'now', addresses: 7 }, { headers: { 'X-Request-Id': 'ref-9' } }),
      ),
    );
    const { browser } = await renderApp('/profile/contact', rosa());
    await heading('Page Not Found - Internal Server Error');
    expect(screen.getByText('Reference: ref-9')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(browser.reload).toHaveBeenCalledOnce();
  });

  it.each([
    [403, { code: 'x', message: 'Ask an owner.' }, 'ref-3', /^Ask an owner\.$/],
    [503, { code: 'x', message: '' }, 'ref-3', /on our side.* reference: ref-3/],
    [503, { message: 'Service Unavailable' }, '', /on our side.* reference: 503/],
    [0, null, '', /Check your connection/],
  ])('of a read with %i says what went wrong', async (status, body, reference, words) => {
    server.use(
      http.get(`${origin}/api/profile/termsandconditions`, () =>
        status === 0
          ? HttpResponse.error()
          : HttpResponse.json(body, { status, headers: reference ? { 'X-Request-Id': reference } : {} }),
      ),
    );
    await renderApp('/profile/termsandconditions', rosa());
    expect(await screen.findByText(words, undefined, { timeout: 15_000 })).toBeVisible();
  });

  it('of the shell itself leaves a page that says so', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(http.get(`${origin}/api/users`, () => HttpResponse.json({ ...userDetails, menuItems: 7 })));
    await renderApp('/dashboard', rosa());
    await heading('We can’t start right now');
    expect(screen.getByText(/on our side/)).toBeVisible();
    expect(screen.queryByText(/Check your connection/)).toBeNull();
  });

  it.each([
    ['a refusal', () => HttpResponse.json({ code: 'x', message: 'Taken.' }, { status: 409 }), 'Taken.'],
    ['no network', () => HttpResponse.error(), /^We could not reach the portal\./],
  ])('of a submission, %s, is one error of the list at the top', async (_what, answer, words) => {
    server.use(http.put(`${origin}/api/profile/contactpreferences`, answer));
    await renderApp('/profile/contact', rosa());
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    const list = await screen.findByRole('alert');
    await waitFor(() => expect(list).toHaveFocus());
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    expect(within(list).getByText(words)).toBeVisible();
    expect(document.title).toMatch(/^Error: .* \| Saguaro$/);
    // The notice suspends while its text loads.
    await act(() => Promise.resolve(fireEvent.click(screen.getByRole('link', { name: 'Privacy' }))));
    await heading('Privacy notice');
    await waitFor(() => expect(document.title).not.toMatch(/Error/));
  });
});

describe('the first visit', () => {
  it('is welcomed until the person has seen enough, once and for all', async () => {
    const account = rosa();
    markFirstVisit(account.id);
    const first = await renderApp('/dashboard', account);
    await heading('Welcome to your portal, Rosa');
    await userEvent.click(await screen.findByRole('button', { name: 'Close the welcome' }));
    expect(screen.queryByText('Your account is ready')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Your services' })).toHaveFocus();
    first.unmount();

    markFirstVisit(account.id);
    await renderApp('/dashboard', account);
    await heading('Welcome to your portal, Rosa');
    expect(screen.queryByText('Your account is ready')).not.toBeInTheDocument();
  });
});

describe('a configuration without its optional parts', () => {
  it('is enough', async () => {
    const { webApiUrl, security } = configuration;
    server.use(http.get(`${origin}/configuration/`, () => HttpResponse.json({ webApiUrl, security })));
    await renderApp('/');
    await heading('Your Arizona, in one place');
  });
});

describe('requests', () => {
  it('that ask to be left out of the progress bar are, and do not tell the server so', async () => {
    let sent: Headers | undefined;
    let isShown: boolean | undefined;
    server.use(
      http.get(`${origin}/api/lookups/counties`, ({ request }) => {
        sent = request.headers;
        isShown = document.getElementById('nprogress') !== null;
        return HttpResponse.json({ items: [] });
      }),
    );
    render(<div />);
    const port = new FakeAuthPort(null);
    vi.spyOn(getSession(), 'port').mockResolvedValue(port);
    loadSignedInCode.set(() => import('./signedIn'));
    configureAmplify(configuration, port);
    configureCalls(configuration);
    document.getElementById('nprogress')?.remove();

    await call('get', '/api/lookups/counties', { headers: { [ignoreProgressBar]: 'true' } });
    expect(sent?.has(ignoreProgressBar)).toBe(false);
    expect(isShown).toBe(false);

    await call('get', '/api/lookups/counties');
    expect(isShown).toBe(true);
  });
});
