import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/api/errors';
import * as sessions from '@/lib/auth/session';
import { ConfigurationContext } from '@/lib/config/ConfigurationContext';
import * as details from '@/lib/journey/userDetails';
import { createAccount } from '@/testing/renderApp';
import { configuration, userDetails } from '@/testing/server';
import { Readiness, useReadiness } from './Readiness';

function Probe() {
  return <output>{useReadiness() ? 'ready' : 'waiting'}</output>;
}

function show(readinessDelay: number, account: ReturnType<typeof createAccount> | null = createAccount()) {
  vi.spyOn(sessions, 'useSession').mockReturnValue({ status: account ? 'signedIn' : 'anonymous', account });
  const createApp = () => (
    <ConfigurationContext value={{ ...configuration, readinessDelay }}>
      <Readiness />
      <Probe />
    </ConfigurationContext>
  );
  const { rerender } = render(createApp());
  return { rerender: () => rerender(createApp()) };
}

const answer = (answered: { data?: typeof userDetails; error?: Error }) =>
  vi.spyOn(details, 'useUserDetails').mockReturnValue(answered as ReturnType<typeof details.useUserDetails>);
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
const getState = () => screen.getByRole('status').textContent;

beforeEach(() => {
  vi.useFakeTimers();
});

it.each([
  ['the details', { data: userDetails }],
  ['their failure', { error: new ApiError(500, 'status500', 'x') }],
])('keeps the configured delay after %s', (_what, answered) => {
  answer({});
  const { rerender } = show(500);
  pass(60_000);
  expect(getState()).toBe('waiting');
  answer(answered);
  rerender();
  pass(499);
  expect(getState()).toBe('waiting');
  pass(1);
  expect(getState()).toBe('ready');
});

it('waits only for the details when no delay is configured', () => {
  answer({});
  const { rerender } = show(0);
  pass(60_000);
  expect(getState()).toBe('waiting');
  answer({ data: userDetails });
  rerender();
  pass(0);
  expect(getState()).toBe('ready');
});

it('is ready for a visitor at once', () => {
  answer({});
  show(500, null);
  expect(getState()).toBe('ready');
});
