import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';

/** Serves empty lists. */
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

/** Counts the SWR caches that have stored a list. */
let caches: Set<Map<unknown, unknown>>;
const listStoredKeys = (path: string) =>
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
  ])('of $page are removed when the person leaves the page', async ({ page, heading, part, empty }) => {
    await renderApp(page, createAccount());
    await screen.findByRole('heading', { level: 1, name: heading });
    await screen.findByText(empty);
    expect(listStoredKeys(part)).not.toEqual([]);
    await userEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Dashboard' }));
    await screen.findByRole('heading', { level: 1, name: /Welcome back/ });
    await waitFor(() => expect(listStoredKeys(part)).toEqual([]));
  });
});
