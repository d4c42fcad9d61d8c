import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Unread } from '@/lib/unread/unread';
import { useNews } from './useNews';

type Inboxes = Pick<Unread, 'portal' | 'agency'>;

const nothing: Inboxes = { portal: undefined, agency: undefined };
const buildCount = (count: number, atLeast = false) => ({ count, atLeast, fingerprint: `${count}` });

function renderNews(first: Inboxes) {
  const { result, rerender } = renderHook((known: Inboxes) => useNews({ ...known, hasUnread: false }), {
    initialProps: first,
  });
  return {
    becomes: (known: Inboxes) => {
      rerender(known);
      return result.current;
    },
    current: () => result.current,
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('reports no news for first, unchanged, or removed counts', () => {
  const bell = renderNews(nothing);
  expect(bell.becomes({ portal: buildCount(3), agency: undefined })).toBe(false);
  expect(bell.becomes({ portal: buildCount(3), agency: { hasUnread: true, fingerprint: 'true' } })).toBe(
    false,
  );
  expect(bell.becomes({ portal: buildCount(3), agency: { hasUnread: true, fingerprint: 'true' } })).toBe(
    false,
  );
  expect(bell.becomes(nothing)).toBe(false);
});

it.each([
  ['another number', { portal: buildCount(24), agency: { hasUnread: false, fingerprint: 'false' } }],
  [
    'more than were counted',
    { portal: buildCount(25, true), agency: { hasUnread: false, fingerprint: 'false' } },
  ],
  [
    'the first message of an agency',
    { portal: buildCount(25), agency: { hasUnread: true, fingerprint: 'true' } },
  ],
])('is news for ten seconds: %s', (_what, next) => {
  const bell = renderNews({ portal: buildCount(25), agency: { hasUnread: false, fingerprint: 'false' } });
  expect(bell.becomes(next)).toBe(true);
  act(() => void vi.advanceTimersByTime(9_999));
  expect(bell.current()).toBe(true);
  act(() => void vi.advanceTimersByTime(1));
  expect(bell.current()).toBe(false);
});
