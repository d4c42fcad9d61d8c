import { useState } from 'react';
import { useAction } from '@/lib/forms/useAction';

export interface LoggedRead<T> {
  answer: T | undefined;
  error: unknown;
  isLoading: boolean;
  /** Reads; a second call does nothing while the first one lasts. */
  look: () => Promise<void>;
  /** Replaces the answer by the one that an action returned. */
  show: (answer: T) => void;
}

/**
 * Reads a part of a record. Each read is logged and reported to the person, so nothing reads by itself: not when the
 * window is shown again, and not after a failure.
 */
export function useLoggedRead<T>(read: () => Promise<T>): LoggedRead<T> {
  const [answer, setAnswer] = useState<T>();
  const { isBusy, failure, run } = useAction();
  const look = () => run(async () => setAnswer(await read()));
  return { answer, error: failure ?? undefined, isLoading: isBusy, look, show: setAnswer };
}
