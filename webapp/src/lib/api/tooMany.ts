import { useEffect, useState, useSyncExternalStore } from 'react';
import { createStore } from '../store';
import { ApiError } from './errors';

/** The wait after an answer that names none. */
const defaultWaitSeconds = 60;

/** When the portal takes public calls again, after it has refused one because there were too many. */
const openAt = createStore<number | null>(() => null);

/** The seconds that a refusal of too many calls asks for; null for every other failure. */
export function getWaitSeconds(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 429) return null;
  return Math.max(1, error.retryAfterSeconds ?? defaultWaitSeconds);
}

/** Notes that the portal wants no more calls for a while. */
function close(seconds: number): void {
  const moment = Date.now() + seconds * 1000;
  const known = openAt.current();
  if (known !== null && moment <= known) return;
  openAt.set(moment);
  setTimeout(() => {
    // A later refusal has a timer of its own.
    if (openAt.current() === moment) openAt.set(null);
  }, seconds * 1000);
}

/** Waits until the portal takes calls again; throws the signal's reason when it is no longer wanted. */
async function waitUntilOpen(signal: AbortSignal): Promise<void> {
  while (openAt.current() !== null) {
    await new Promise<void>((resolve) => {
      const finish = () => {
        unsubscribe();
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const unsubscribe = openAt.subscribe(finish);
      signal.addEventListener('abort', finish);
    });
    signal.throwIfAborted();
  }
}

/**
 * Calls as soon as the portal takes calls, and again after each refusal of too many.
 *
 * @param signal gives it up, with its reason
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
      close(seconds);
    }
  }
}

/** When calls go on; null while nothing stands in their way. */
export function useReopeningTime(): number | null {
  return useSyncExternalStore(openAt.subscribe, openAt.current);
}

/** The seconds until a moment, counted down. */
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
