import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '@/lib/api/call';
import { ignoreProgressBar } from '@/lib/progress/progress';
import { pollAgain, pollingInterval, startPollingClock } from '@/testing/polling';
import { FakeAuthPort, renderApp, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';

const findDashboard = () => screen.findByRole('heading', { level: 2, name: 'Your services' });
const findHeading = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });
const getBanner = () => within(screen.getByRole('banner'));
const queryBell = (name: RegExp | string = /^Messages/) => getBanner().queryByRole('link', { name });
const findBell = async (name: string) =>
  within(await screen.findByRole('banner')).findByRole('link', { name });
const getAnnouncement = () => getBanner().getByRole('status').textContent;

/** The inboxes of the test's person, with their replies and the recorded requests. */
const inboxes = {
  count: 0,
  atLeast: false,
  hasUnread: false,
  status: 200,
  asked: [] as Request[],
};
const countPolls = () => inboxes.asked.filter(({ url }) => url.endsWith('/count')).length;

/** Waits until the latest poll has read both inboxes; returns the number of polls. */
async function waitForPolls(): Promise<number> {
  await waitFor(() => expect(countPolls()).toBeGreaterThan(0));
  await waitFor(() => expect(inboxes.asked).toHaveLength(2 * countPolls()));
  return countPolls();
}

/** Waits for some intervals and for the replies of their requests. */
async function passIntervals() {
  await act(() => vi.advanceTimersByTimeAsync(3 * pollingInterval));
  // Earlier requests have arrived when this one is answered.
  await act(() => call('get', '/api/lookups/counties', { headers: { [ignoreProgressBar]: 'true' } }));
}

beforeEach(() => {
  Object.assign(inboxes, { count: 0, atLeast: false, hasUnread: false, status: 200, asked: [] });
  const answer = (request: Request, json: object) => {
    inboxes.asked.push(request);
    return inboxes.status === 200
      ? HttpResponse.json(json)
      : HttpResponse.json({ code: 'x', message: 'x', requestId: 'x' }, { status: inboxes.status });
  };
  server.use(
    http.get(`${origin}/api/messages/unread/count`, ({ request }) =>
      answer(request, { count: inboxes.count, atLeast: inboxes.atLeast }),
    ),
    http.get(`${origin}/api/agency/messages/unread/status`, ({ request }) =>
      answer(request, { hasUnread: inboxes.hasUnread }),
    ),
  );
});

describe('the bell', () => {
  it.each([
    [{}, 'Messages', false],
    [{ count: 1 }, 'Messages, 1 unread', true],
    [{ count: 3 }, 'Messages, 3 unread', true],
    [{ count: 25, atLeast: true }, 'Messages, 25 or more unread', true],
    [{ hasUnread: true }, 'Messages, unread messages from agencies', true],
    [{ count: 3, hasUnread: true }, 'Messages, 3 unread; unread messages from agencies', true],
    [
      { count: 25, atLeast: true, hasUnread: true },
      'Messages, 25 or more unread; unread messages from agencies',
      true,
    ],
  ])('with %j has the name %s', async (unread, name, isRinging) => {
    Object.assign(inboxes, unread);
    await renderApp('/dashboard', createAccount());
    await findDashboard();
    const link = await findBell(name);
    expect(link).toHaveAttribute('href', '/messages');
    expect(link.querySelector('.bell__badge')?.textContent).toBe(isRinging ? '!' : undefined);
    expect(getAnnouncement()).toBe('');
  });

  it('speaks Spanish', async () => {
    localStorage.setItem('saguaro.language', 'es');
    startPollingClock();
    Object.assign(inboxes, { count: 2, hasUnread: true });
    await renderApp('/dashboard', createAccount());
    await findBell('Mensajes, 2 sin leer; hay mensajes de agencias sin leer');
    inboxes.count = 1;
    await pollAgain();
    await waitFor(() =>
      expect(getAnnouncement()).toBe('Tiene 1 mensaje sin leer, y mensajes de agencias sin leer'),
    );
  });

  it('appears with the completed profile and disappears on sign-out', async () => {
    let isCompleted = false;
    server.use(
      http.get(`${origin}/api/profile/completed`, () => HttpResponse.json({ isCompleted, unverified: [] })),
    );
    inboxes.count = 3;
    const { unmount } = await renderApp('/dashboard', createAccount());
    await findDashboard();
    expect(queryBell()).not.toBeInTheDocument();
    // The first read starts before it is known that the profile is incomplete.
    expect(countPolls()).toBeLessThanOrEqual(1);
    unmount();

    isCompleted = true;
    await renderApp('/dashboard', createAccount());
    await findBell('Messages, 3 unread');
    await userEvent.click(getBanner().getByRole('button', { name: /Rosa Delgado/ }));
    await userEvent.click(getBanner().getByRole('button', { name: 'Logout' }));
    expect(queryBell()).not.toBeInTheDocument();
  });

  it('is hidden inside a frame, where it would lead away', async () => {
    const account = createAccount();
    await renderApp('/dashboard', account, new FakeAuthPort(account), { isEmbedded: true });
    await findDashboard();
    await getBanner().findByRole('button', { name: 'Help' });
    expect(queryBell()).not.toBeInTheDocument();
    expect(countPolls()).toBe(0);
  });

  it('announces a change', async () => {
    startPollingClock();
    await renderApp('/dashboard', createAccount());
    await findDashboard();
    await waitFor(() => expect(countPolls()).toBe(1));
    inboxes.count = 1;
    await pollAgain();
    await findBell('Messages, 1 unread');
    expect(getAnnouncement()).toBe('You have 1 unread message');
    inboxes.count = 2;
    await pollAgain();
    await findBell('Messages, 2 unread');
    expect(getAnnouncement()).toBe('You have 2 unread messages');
    inboxes.count = 0;
    await pollAgain();
    await findBell('Messages');
    expect(getAnnouncement()).toBe('You have no unread messages');
    expect(queryBell('Messages')?.querySelector('.bell__badge')).toBeNull();
  });
});

describe('a poll', () => {
  it('is in the background: no progress bar, no toast, one request to each inbox', async () => {
    inboxes.count = 2;
    startPollingClock();
    await renderApp('/dashboard', createAccount());
    await findBell('Messages, 2 unread');
    await waitFor(() => expect(document.querySelector('#nprogress')).toBeNull());
    const bars: string[] = [];
    const seen = new MutationObserver(() => {
      if (document.querySelector('#nprogress')) bars.push('bar');
    });
    seen.observe(document.body, { childList: true });
    inboxes.status = 503;
    const before = inboxes.asked.length;
    await passIntervals();
    seen.disconnect();
    expect(inboxes.asked.length).toBeGreaterThan(before);
    expect(bars).toEqual([]);
    // With the transport's own repeats and no pauses there would be dozens.
    expect(inboxes.asked.length - before).toBeLessThanOrEqual(12);
    expect(queryBell('Messages, 2 unread')).toBeVisible();
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();

    const [count, status] = ['/count', '/status'].map((end) =>
      inboxes.asked.find(({ url }) => url.endsWith(end)),
    );
    expect(status?.headers.get('backgroundProcess')).toBe('true');
    for (const request of [count, status]) expect(request?.headers.get('ignoreProgressBar')).toBeNull();
  });

  it('runs at every interval and does not count as activity', async () => {
    startPollingClock();
    const write = vi.spyOn(Storage.prototype, 'setItem');
    await renderApp('/dashboard', createAccount());
    await findDashboard();
    const before = await waitForPolls();
    write.mockClear();
    for (const count of [1, 2, 3]) {
      await pollAgain();
      await waitFor(() => expect(countPolls()).toBe(before + count));
      await waitForPolls();
    }
    expect(write.mock.calls.filter(([key]) => key === 'saguaro.lastActivity')).toEqual([]);
  });

  it('survives navigation', async () => {
    let answer: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    server.use(
      http.get(`${origin}/api/messages/unread/count`, async () => {
        await isAnswered;
        return HttpResponse.json({ count: 4, atLeast: false });
      }),
    );
    await renderApp('/dashboard', createAccount());
    await findDashboard();
    await waitFor(() => expect(inboxes.asked).toHaveLength(1));
    await userEvent.click(getBanner().getByRole('button', { name: /Rosa Delgado/ }));
    await userEvent.click(getBanner().getByRole('link', { name: 'Contact preferences' }));
    await findHeading('Contact preferences');
    answer();
    await findBell('Messages, 4 unread');
  });

  it('stops at the end of the session, and starts again with the next one', async () => {
    const account = createAccount();
    const port = new FakeAuthPort(account);
    port.canRenew = false;
    startPollingClock();
    await renderApp('/dashboard', account, port);
    await findDashboard();
    await waitForPolls();
    inboxes.status = 401;
    await passIntervals();
    await screen.findByRole('dialog', { name: 'Your session has ended' });
    const before = inboxes.asked.length;
    await passIntervals();
    expect(inboxes.asked).toHaveLength(before);

    inboxes.status = 200;
    inboxes.count = 1;
    port.signInBeside.mockImplementation(() => {
      port.events?.onSignedIn(account);
      return Promise.resolve('signedIn');
    });
    await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
    await findBell('Messages, 1 unread');
  });

  it('waits while the person is away', async () => {
    localStorage.setItem('saguaro.lastActivity', String(Date.now() - 11 * 60_000));
    startPollingClock();
    await renderApp('/dashboard', createAccount());
    const stay = await screen.findByRole('button', { name: 'Stay signed in' });
    const before = countPolls();
    await passIntervals();
    expect(countPolls()).toBe(before);
    await userEvent.click(stay);
    await waitFor(() => expect(countPolls()).toBeGreaterThan(before));
  });

  it.each([
    {
      state: 'hidden',
      target: document,
      leaves: 'visibilitychange',
      returns: 'visibilitychange',
      away: () => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden'),
    },
    {
      state: 'offline',
      target: window,
      leaves: 'offline',
      returns: 'online',
      away: () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false),
    },
  ])('waits while the page is $state', async ({ target, leaves, returns, away }) => {
    startPollingClock();
    await renderApp('/dashboard', createAccount());
    await findDashboard();
    const before = await waitForPolls();
    const mock = away();
    act(() => void target.dispatchEvent(new Event(leaves)));
    await passIntervals();
    expect(countPolls()).toBe(before);
    mock.mockRestore();
    act(() => void target.dispatchEvent(new Event(returns)));
    await waitFor(() => expect(countPolls()).toBeGreaterThan(before));
  });
});
