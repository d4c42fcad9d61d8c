import { useRef, useState } from 'react';
import { ApiError, CancelledError } from '../api/errors';
import { useFailureMessage } from './useFailureWords';

/** A fault of one field, or of the whole form when there is no field. */
export interface FieldError<F extends string = string> {
  field: F | null;
  message: string;
}

/**
 * Thrown instead of sending: the page shows the faults, if there are any, and waits with what was typed.
 *
 * The faults are worded each time the page is drawn, in its language.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(readonly listErrors: () => readonly FieldError[] = () => []) {
    super('nothing was sent');
  }
}

interface ActionOptions {
  /** The words for a failure that is not about a field, where the usual ones do not fit. */
  describeFailure?: ((error: unknown) => string) | undefined;
  /** The field of the page for a property of the contract; without it the page has no fields. */
  getField?: (propertyName: string) => string | null;
  /** Called when a conflict, a missing record or a lost right shows that the page is out of date. */
  onOutdated?: (error: ApiError) => unknown;
}

export interface Action {
  isBusy: boolean;
  /** The subject of the work that is under way; null when there is none. */
  busyWith: string | null;
  /** The failure of the last attempt; null when it succeeded. */
  failure: unknown;
  errors: readonly FieldError[];
  /** The words of all errors; null without any. */
  problem: string | null;
  getMessages: (field: string) => string[];
  /** Grows with every refused attempt, so that the list of errors can take the focus each time. */
  refusals: number;
  /** Does the work, unless other work is still under way; it can throw a `Refusal` with words of its own. Never throws. */
  run: (work: () => Promise<unknown>, about?: string) => Promise<void>;
  /** Refuses an attempt before any work. */
  refuse: (failure: Error) => void;
  /** Forgets the failure. */
  clear: () => void;
}

const outdatedStatuses: readonly number[] = [403, 404, 409];

/**
 * A write: whether it is under way, and why it failed. A second press does nothing; moving on to another page and the end
 * of the session are no failures, because something else says what to do then.
 */
export function useAction({ describeFailure, getField: fieldOf, onOutdated }: ActionOptions = {}): Action {
  const usualWords = useFailureMessage();
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [refusals, setRefusals] = useState(0);
  const isRunning = useRef(false);

  function refuse(error: unknown): void {
    setFailure(error);
    if (!(error instanceof Refusal && error.listErrors().length === 0)) setRefusals((count) => count + 1);
  }

  async function run(work: () => Promise<unknown>, about = ''): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusyWith(about);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (error instanceof CancelledError || (error instanceof ApiError && error.status === 401)) return;
      refuse(error);
      if (error instanceof ApiError && outdatedStatuses.includes(error.status)) await onOutdated?.(error);
    } finally {
      isRunning.current = false;
      setBusyWith(null);
    }
  }

  function listErrors(): readonly FieldError[] {
    if (failure === null) return [];
    if (failure instanceof Refusal) return failure.listErrors();
    if (fieldOf && failure instanceof ApiError && failure.validationErrors.length > 0)
      return failure.validationErrors.flatMap(({ propertyName, validationErrors }) =>
        validationErrors.map((message) => ({ field: fieldOf(propertyName), message })),
      );
    return [{ field: null, message: (describeFailure ?? usualWords)(failure) }];
  }

  const errors = listErrors();
  const getMessages = (field: string) => errors.filter((error) => error.field === field).map(getMessage);
  return {
    isBusy: busyWith !== null,
    busyWith,
    failure,
    errors,
    problem: errors.map(getMessage).join(' ') || null,
    getMessages,
    refusals,
    run,
    refuse,
    clear: () => setFailure(null),
  };
}

const getMessage = ({ message }: FieldError) => message;
