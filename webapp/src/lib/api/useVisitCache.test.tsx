import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, rosa } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';

/** The portal has nothing to list. */
function answerWithLists() {
  const empty = () => HttpResponse.json({ items: [], nextToken: null, scannedUntil: null });
  server.use(
    http.get(`${origin}/api/transactions`, empty),
    http.get(`${origin}/api/messages`, empty),
    http.get(`${origin}/api/agency/messages/agencies`, () =>
      HttpResponse.json({ items: [], atLeast: false }),
    ),
  );
}

/** The caches of SWR that have stored a list. */
let caches: Set<Map<unknown, unknown>>;
const listHeldKeys = (path: string) =>
  [...caches].flatMap((cache) => [...cache.keys()].filter((key) => String(key).includes(path)));

beforeEach(() => {
  caches = new Set();
  answerWithLists();
  const set = Object.getOwnPropertyDescriptor(Map.prototype, 'set')?.value as Map<unknown, unknown>['set'];
  vi.spyOn(Map.prototype, 'set').mockImplementation(function (this: Map<unknown, unknown>, key, value) {
    if (typeof key === 'string' && key.startsWith('$inf$')) caches.add(this);
    return set.call(this, key, value);
  });
});

afterEach(() => vi.restoreAllMocks());

describe('the answers of a list', () => {
  it.each([
    {
      page: '/transactions',
      heading: 'Transactions',
      part: '"/api/transactions"',
      empty: 'No transactions yet',
    },
    { page: '/messages/portal', heading: 'Messages', part: '@"messages"', empty: 'No messages' },
  ])('of $page are dropped when the page is left', async ({ page, heading, part, empty }) => {
    await renderApp(page, rosa());
    await screen.findByRole('heading', { level: 1, name: heading });
    await screen.findByText(empty);
    expect(listHeldKeys(part)).not.toEqual([]);
    await userEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Dashboard' }));
    await screen.findByRole('heading', { level: 1, name: /Welcome back/ });
    await waitFor(() => expect(listHeldKeys(part)).toEqual([]));
  });
});
