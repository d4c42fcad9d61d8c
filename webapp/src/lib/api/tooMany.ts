import { useEffect, useState, useSyncExternalStore } from 'react';
import { createStore } from '../store';
import { ApiError } from './errors';

/** The wait after a reply without a time to retry. */
const defaultWaitSeconds = 60;

/** The time at which the portal accepts public calls again, after it refused one because there were too many. */
const reopenTime = createStore<number | null>(() => null);

/** Returns the seconds to wait after a refusal of too many calls; null for every other failure. */
export function getWaitSeconds(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 429) return null;
  return Math.max(1, error.retryAfterSeconds ?? defaultWaitSeconds);
}

/** Pauses the calls for some seconds. */
function pauseCalls(seconds: number): void {
  const moment = Date.now() + seconds * 1000;
  const earlier = reopenTime.current();
  if (earlier !== null && moment <= earlier) return;
  reopenTime.set(moment);
  setTimeout(() => {
    // A later refusal has its own timer.
    if (reopenTime.current() === moment) reopenTime.set(null);
  }, seconds * 1000);
}

/** Waits until the portal accepts calls again; throws the signal's reason when it is aborted. */
async function waitUntilOpen(signal: AbortSignal): Promise<void> {
  while (reopenTime.current() !== null) {
    await new Promise<void>((resolve) => {
      const finish = () => {
        unsubscribe();
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const unsubscribe = reopenTime.subscribe(finish);
      signal.addEventListener('abort', finish);
    });
    signal.throwIfAborted();
  }
}

/**
 * Calls as soon as the portal accepts calls, and again after each refusal of too many.
 *
 * @param signal aborts the call, with its reason
 */
export async function callWhenOpen<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  for (;;) {
    await waitUntilOpen(signal);
    try {
      return await run();
    } catch (error) {
      signal.throwIfAborted();
      const seconds = getWaitSeconds(error);
      if (seconds === null) throw error;
      pauseCalls(seconds);
    }
  }
}

/** Returns the time at which calls continue; null if they are not paused. */
export function useReopeningTime(): number | null {
  return useSyncExternalStore(reopenTime.subscribe, reopenTime.current);
}

/** Returns the seconds until a time, as a countdown. */
export function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((moment - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver, moment]);
  return left;
}
