import { useRef, useState } from 'react';
import { ApiError, CancelledError } from '../api/errors';
import { useFailureMessage } from './useFailureMessage';

/** An error of one field, or of the whole form if the field is null. */
export interface FieldError<F extends string = string> {
  field: F | null;
  message: string;
}

/**
 * Thrown instead of sending: the page shows the errors, if there are any, and keeps the typed text.
 *
 * The errors are translated each time the page is drawn.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(readonly listErrors: () => readonly FieldError[] = () => []) {
    super('nothing was sent');
  }
}

interface ActionOptions {
  /** Describes a failure that is not about a field, if the default message does not fit. */
  describeFailure?: ((error: unknown) => string) | undefined;
  /** Returns the field for a property of the contract; omit it for a page without fields. */
  getField?: (propertyName: string) => string | null;
  /** Called when a conflict, a missing record or a lost right shows that the page is out of date. */
  onOutdated?: (error: ApiError) => unknown;
}

export interface Action {
  isBusy: boolean;
  /** The subject of the work under way; null when there is none. */
  busyWith: string | null;
  /** The failure of the last attempt; null if it succeeded. */
  failure: unknown;
  errors: readonly FieldError[];
  /** The text of all errors; null without any. */
  problem: string | null;
  getMessages: (field: string) => string[];
  /** Increases with every refused attempt, so that the list of errors can take the focus each time. */
  refusals: number;
  /** Does the work, unless other work is under way; the work can throw a `Refusal`. Never throws. */
  run: (work: () => Promise<unknown>, about?: string) => Promise<void>;
  /** Refuses an attempt before any work. */
  refuse: (failure: Error) => void;
  /** Clears the failure. */
  clear: () => void;
}

const outdatedStatuses: readonly number[] = [403, 404, 409];

/**
 * Runs writes and tracks their state and failure. A second press does nothing. Navigation and the end of the session
 * are not failures, because another part of the app handles them.
 */
export function useAction({ describeFailure, getField, onOutdated }: ActionOptions = {}): Action {
  const getFailureMessage = useFailureMessage();
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
    if (getField && failure instanceof ApiError && failure.validationErrors.length > 0)
      return failure.validationErrors.flatMap(({ propertyName, validationErrors }) =>
        validationErrors.map((message) => ({ field: getField(propertyName), message })),
      );
    return [{ field: null, message: (describeFailure ?? getFailureMessage)(failure) }];
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
