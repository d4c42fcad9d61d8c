import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { configuration } from './server';

/** Milliseconds between two polls of the unread messages. */
export const pollingInterval = configuration.messageCountRefreshInterval * 1000;

/** Starts a clock that advances by itself and can be set forward. */
export function startPollingClock(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  });
}

/** Sets the clock forward to the next poll. */
export const pollAgain = () => act(() => vi.advanceTimersByTimeAsync(pollingInterval));
