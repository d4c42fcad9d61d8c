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
import { endWelcome, markFirstVisit } from '@/lib/journey/welcome';
import { createLazyComponent } from '@/lib/lazyComponent';
import { ignoreProgressBar } from '@/lib/progress/progress';
import { listKeysWithPrefix } from '@/lib/storage/storage';
import { stubLocks } from '@/testing/locks';
import { FakeAuthPort, renderApp, createAccount } from '@/testing/renderApp';
import { configuration, origin, server, userDetails } from '@/testing/server';
import { forbidStorages } from '@/testing/storages';
import { PageBoundary } from './shell/PageBoundary';

const minute = 60_000;
const findHeading = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });
const buildIdleText = (minutes: number) =>
  `You have been idle for ${minutes} minute(s) and have been automatically signed out.`;

/** Adds browser features that jsdom lacks. */
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  const removeLocks = stubLocks();
  return () => {
    vi.unstubAllGlobals();
    removeLocks();
  };
});

/** Lets time pass as on a sleeping machine: no timer runs until the window gets the focus. */
function sleep(milliseconds: number): void {
  const wakeTime = Date.now() + milliseconds;
  vi.spyOn(Date, 'now').mockImplementation(() => wakeTime);
  act(() => void window.dispatchEvent(new Event('focus')));
}

describe('an idle session', () => {
  it('asks the person, and continues when they choose to stay', async () => {
    const { port } = await renderApp('/dashboard', createAccount());
    await findHeading(/, Rosa$/);
    await waitFor(() => expect(localStorage.getItem('saguaro.lastActivity')).not.toBeNull());
    sleep(12 * minute);
    const dialog = await screen.findByRole('dialog', { name: 'Are you still there?' });
    expect(within(dialog).getByRole('timer')).toHaveTextContent(/^[23]:\d\d$/);
    expect(within(dialog).getByRole('status')).toHaveTextContent(/^180 seconds left$/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stay signed in' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(port.signOut).not.toHaveBeenCalled();
  });

  it('signs out at once on request and stores nothing that names the person', async () => {
    const account = createAccount();
    const { port } = await renderApp('/dashboard', account);
    await findHeading(/, Rosa$/);
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

  it('signs out once, keeps drafts, and explains the sign-out afterwards', async () => {
    const account = createAccount();
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
    expect(dialog).toHaveTextContent(buildIdleText(16));
    expect(screen.queryByText('You are signed out.')).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    visit.unmount();

    await renderApp('/profile/contact', account);
    expect(await screen.findByLabelText(/Mobile number/)).toHaveValue('602');
  });

  it('hides drafts from another person', async () => {
    const { port, unmount } = await renderApp('/profile/contact', createAccount());
    await userEvent.type(await screen.findByLabelText(/Mobile number/), '602');
    sleep(16 * minute);
    await waitFor(() => expect(port.signOut).toHaveBeenCalledOnce());
    unmount();
    vi.restoreAllMocks();
    localStorage.removeItem('saguaro.lastActivity');

    const ben = { ...createAccount(), name: 'Ben' };
    const second = await renderApp('/profile/contact', ben);
    expect(await screen.findByLabelText(/Mobile number/)).toHaveValue('');
    act(() => second.port.events?.onSignedIn(ben));
    expect(Object.keys(localStorage).filter((key) => key.startsWith('saguaro.draft.'))).toEqual([]);
  });

  it('signs out on this device and says so when the provider is out of reach', async () => {
    const port = new FakeAuthPort(createAccount());
    port.signOut = vi.fn(() => Promise.reject(new Error('network')));
    const { browser } = await renderApp('/dashboard', port.active, port);
    await findHeading(/, Rosa$/);
    await waitFor(() => expect(localStorage.getItem('saguaro.lastActivity')).not.toBeNull());
    sleep(20 * minute);
    const dialog = await screen.findByRole('dialog', { name: 'Alert' });
    expect(dialog).toHaveTextContent(buildIdleText(20));
    expect(port.forget).toHaveBeenCalledOnce();
    expect(browser.leaveTo).not.toHaveBeenCalled();
    await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith('/'));
  });

  it('does not continue in a tab that is opened too late', async () => {
    localStorage.setItem('saguaro.lastActivity', String(Date.now() - 16 * minute));
    const { port } = await renderApp('/dashboard', createAccount());
    await waitFor(() => expect(port.signOut).toHaveBeenCalledOnce());
    expect(screen.queryByText(/, Rosa$/)).not.toBeInTheDocument();
  });

  it('ends without a notice when the token has expired as well', async () => {
    localStorage.setItem('saguaro.lastActivity', String(Date.now() - 16 * minute));
    localStorage.setItem('oidc.user:https://identity.example:portal-web', '{}');
    const port = new FakeAuthPort(null);
    await renderApp('/', null, port);
    await findHeading('Your Arizona, in one place');
    expect(port.forget).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('a sign-out', () => {
  it('is confirmed once, and not at the next sign-in', async () => {
    const { port, unmount } = await renderApp('/dashboard', createAccount());
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
    await findHeading('Your Arizona, in one place');
    expect(screen.queryByText('You are signed out.')).toBeNull();
  });
});

describe('the network', () => {
  it('shows a notice until the connection is back', async () => {
    await renderApp('/');
    await findHeading('Your Arizona, in one place');
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect((await screen.findByText(/^You are offline\./)).closest('[role="status"]')).not.toBeNull();
    isOnline.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText(/^You are offline\./)).not.toBeInTheDocument());
  });

  it('starts the app by itself when the connection is back', async () => {
    server.use(http.get(`${origin}/configuration/`, () => HttpResponse.error(), { once: true }));
    await renderApp('/');
    const title = await findHeading('We can’t start right now');
    await waitFor(() => expect(title).toHaveFocus());
    act(() => void window.dispatchEvent(new Event('online')));
    await findHeading('Your Arizona, in one place');
  });
});

describe('a failure', () => {
  it('reloads the page once the network is back, because a browser may cache the failed script', async () => {
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
    await findHeading('You are offline');
    expect(reload).not.toHaveBeenCalled();
    isOnline.mockReturnValue(true);
    rerender(page('/transactions'));
    expect(reload).toHaveBeenCalledOnce();
  });

  describe('of a script after a release', () => {
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

    it('reloads the page, once', async () => {
      server.use(http.get(`${origin}/`, () => new HttpResponse('')));
      const reload = vi.spyOn(browser, 'reload').mockReturnValue();
      const { unmount } = gone();
      await waitFor(() => expect(reload).toHaveBeenCalledOnce());
      expect(screen.queryByRole('heading', { name: 'Page Not Found - Internal Server Error' })).toBeNull();
      unmount();
      gone();
      await findHeading('Page Not Found - Internal Server Error');
      expect(reload).toHaveBeenCalledOnce();
    });

    it('does not reload the page where the tab cannot remember that it did', async () => {
      forbidStorages();
      server.use(http.get(`${origin}/`, () => new HttpResponse('')));
      const reload = vi.spyOn(browser, 'reload').mockReturnValue();
      gone();
      await findHeading('Page Not Found - Internal Server Error');
      expect(reload).not.toHaveBeenCalled();
    });

    it('does not reload the page when the portal does not answer either', async () => {
      server.use(http.get(`${origin}/`, () => HttpResponse.error()));
      const reload = vi.spyOn(browser, 'reload').mockReturnValue();
      gone();
      await findHeading('Page Not Found - Internal Server Error');
      expect(reload).not.toHaveBeenCalled();
    });
  });

  it('of a page shows the id of the most likely request, and can be tried again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(
      http.get(`${origin}/api/profile/contactpreferences`, () =>
        HttpResponse.json({ savedAt: 'now', addresses: 7 }, { headers: { 'X-Request-Id': 'ref-9' } }),
      ),
    );
    const { browser } = await renderApp('/profile/contact', createAccount());
    await findHeading('Page Not Found - Internal Server Error');
    expect(screen.getByText('Reference: ref-9')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(browser.reload).toHaveBeenCalledOnce();
  });

  it.each([
    [403, { code: 'x', message: 'Ask an owner.' }, 'ref-3', /^Ask an owner\.$/],
    [503, { code: 'x', message: '' }, 'ref-3', /on our side.* reference: ref-3/],
    [503, { message: 'Service Unavailable' }, '', /on our side.* reference: 503/],
    [0, null, '', /Check your connection/],
  ])('of a read with %i names the problem', async (status, body, reference, words) => {
    server.use(
      http.get(`${origin}/api/profile/termsandconditions`, () =>
        status === 0
          ? HttpResponse.error()
          : HttpResponse.json(body, { status, headers: reference ? { 'X-Request-Id': reference } : {} }),
      ),
    );
    await renderApp('/profile/termsandconditions', createAccount());
    expect(await screen.findByText(words, undefined, { timeout: 15_000 })).toBeVisible();
  });

  it('of the shell shows an error page', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(http.get(`${origin}/api/users`, () => HttpResponse.json({ ...userDetails, menuItems: 7 })));
    await renderApp('/dashboard', createAccount());
    await findHeading('We can’t start right now');
    expect(screen.getByText(/on our side/)).toBeVisible();
    expect(screen.queryByText(/Check your connection/)).toBeNull();
  });

  it.each([
    ['a refusal', () => HttpResponse.json({ code: 'x', message: 'Taken.' }, { status: 409 }), 'Taken.'],
    ['no network', () => HttpResponse.error(), /^We could not reach the portal\./],
  ])('of a submission, %s, is one error of the list at the top', async (_what, answer, words) => {
    server.use(http.put(`${origin}/api/profile/contactpreferences`, answer));
    await renderApp('/profile/contact', createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    const list = await screen.findByRole('alert');
    await waitFor(() => expect(list).toHaveFocus());
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    expect(within(list).getByText(words)).toBeVisible();
    expect(document.title).toMatch(/^Error: .* \| Saguaro$/);
    // The notice suspends while its text loads.
    await act(() => Promise.resolve(fireEvent.click(screen.getByRole('link', { name: 'Privacy' }))));
    await findHeading('Privacy notice');
    await waitFor(() => expect(document.title).not.toMatch(/Error/));
  });
});

describe('the first visit', () => {
  it('shows the welcome until the person has seen enough of it', async () => {
    const account = createAccount();
    markFirstVisit(account.id);
    const first = await renderApp('/dashboard', account);
    await findHeading('Welcome to your portal, Rosa');
    await userEvent.click(await screen.findByRole('button', { name: 'Close the welcome' }));
    expect(screen.queryByText('Your account is ready')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Your services' })).toHaveFocus();
    first.unmount();

    markFirstVisit(account.id);
    await renderApp('/dashboard', account);
    await findHeading('Welcome to your portal, Rosa');
    expect(screen.queryByText('Your account is ready')).not.toBeInTheDocument();
  });
});

describe('a configuration without its optional parts', () => {
  it('starts the app', async () => {
    const { webApiUrl, security } = configuration;
    server.use(http.get(`${origin}/configuration/`, () => HttpResponse.json({ webApiUrl, security })));
    await renderApp('/');
    await findHeading('Your Arizona, in one place');
  });
});

describe('requests', () => {
  it('without a progress bar send no header about it to the server', async () => {
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
