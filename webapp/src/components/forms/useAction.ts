import { useRef, useState } from 'react';
import { isCancelled } from '@/lib/api/call';
import { ApiError } from '@/lib/api/errors';
import { Refusal } from '@/lib/forms/useForm';
import { useFailureWords } from './useFailureWords';

interface ActionOptions {
  /** The words for a failure, where the usual ones do not fit. */
  describeFailure?: (error: unknown) => string;
  /** Called when a conflict, a missing record or a lost right shows that the page is out of date. */
  onOutdated?: (error: ApiError) => unknown;
}

export interface Action {
  isBusy: boolean;
  /** What the work that is under way was said to be about; null when none is. */
  busyWith: string | null;
  /** Why the last attempt failed; null when it did not. */
  failure: unknown;
  /** The words for the failure. */
  problem: string | null;
  /** Grows with every refused attempt, so that what says why can take the focus each time. */
  refusals: number;
  /** Does the work, unless other work is still under way; it can throw a `Refusal` with words of its own. Never throws. */
  run: (work: () => Promise<unknown>, about?: string) => Promise<void>;
}

const outdated: readonly number[] = [403, 404, 409];

/**
 * A write that is not a form: whether it is under way, and why it failed. A second press does nothing; moving on to
 * another page and the end of the session are no failures, because something else says what to do then.
 */
export function useAction({ describeFailure, onOutdated }: ActionOptions = {}): Action {
  const usualWords = useFailureWords();
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [refusals, setRefusals] = useState(0);
  const isRunning = useRef(false);

  async function run(work: () => Promise<unknown>, about = ''): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusyWith(about);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (isCancelled(error) || (error instanceof ApiError && error.status === 401)) return;
      setFailure(error);
      setRefusals((count) => count + 1);
      if (error instanceof ApiError && outdated.includes(error.status)) await onOutdated?.(error);
    } finally {
      isRunning.current = false;
      setBusyWith(null);
    }
  }

  function wordsOf(error: unknown): string {
    if (error instanceof Refusal)
      return error
        .listErrors()
        .map(({ message }) => message)
        .join(' ');
    return (describeFailure ?? usualWords)(error);
  }

  return {
    isBusy: busyWith !== null,
    busyWith,
    failure,
    problem: failure === null ? null : wordsOf(failure),
    refusals,
    run,
  };
}
