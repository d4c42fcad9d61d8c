import { useState } from 'react';
import { useAction } from '@/lib/forms/useAction';

export interface Look<T> {
  answer: T | undefined;
  error: unknown;
  isLoading: boolean;
  /** Looks; while that lasts, a second time does nothing. */
  look: () => Promise<void>;
  /** What is shown from now on, as an action answered it. */
  show: (answer: T) => void;
}

/**
 * One look at a part of a record. It is written down and told to the person, so nothing here looks by itself: not when
 * the window is shown again, and not after a failure.
 */
export function useLook<T>(read: () => Promise<T>): Look<T> {
  const [answer, setAnswer] = useState<T>();
  const { isBusy, failure, run } = useAction();
  const look = () => run(async () => setAnswer(await read()));
  return { answer, error: failure ?? undefined, isLoading: isBusy, look, show: setAnswer };
}
