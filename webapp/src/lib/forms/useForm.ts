import { useCallback, useState, type SubmitEvent } from 'react';
import { ApiError, CancelledError } from '../api/errors';
import { useSession } from '../auth/session';
import { readDraft, removeDraft, writeDraft } from '../storage/drafts';

/** What is wrong: with one field, or with the whole form when there is no field. */
export interface FieldError<F extends string = string> {
  field: F | null;
  message: string;
}

/**
 * Thrown instead of sending: the form shows what is wrong, if anything is, and waits with what was typed.
 *
 * The errors are written each time the form is drawn, in the language of the page.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(readonly listErrors: () => readonly FieldError[] = () => []) {
    super('the form was not sent');
  }
}

interface FormOptions<V extends object> {
  /** Names the form in the drafts of who is signed in; null for what must not be kept on the device. */
  name: string | null;
  initial: V;
  /** Passwords: never kept on the device, and empty again after each attempt. */
  secrets?: readonly (keyof V & string)[];
  /** What can be seen to be wrong without asking the server. */
  validate: (values: V) => FieldError<keyof V & string>[];
  /**
   * Sends the values; a validation answer of the server becomes the form's errors, and so does a `Refusal`. Answers
   * what the form shows from now on, when that is not what was typed.
   */
  submit: (values: V) => Promise<V | undefined>;
  /** The field that a property of the server's contract belongs to. */
  fieldOf?: (propertyName: string) => (keyof V & string) | null;
  /** The words for a failure that is not about a field. */
  describeFailure: (error: unknown) => string;
}

/** What an input needs to show one field of a form. */
export interface FieldProps<V extends object, F extends keyof V & string> {
  id: F;
  value: V[F];
  messages: string[];
  onChange: (value: V[F]) => void;
}

export interface Form<V extends object> {
  values: V;
  /** Wires one input: the field's name is its id, so that the error list leads there. */
  field: <F extends keyof V & string>(name: F) => FieldProps<V, F>;
  set: <F extends keyof V>(field: F, value: V[F]) => void;
  errors: readonly FieldError<keyof V & string>[];
  messagesOf: (field: keyof V & string) => string[];
  /** Grows with every refused attempt, so that the error list can take the focus each time. */
  refusals: number;
  isSubmitting: boolean;
  onSubmit: (event: SubmitEvent) => void;
}

/** The draft's values for the fields that the form still has and that are still of the same kind. */
function withDraft<V extends object>(initial: V, draft: unknown): V {
  if (typeof draft !== 'object' || draft === null) return initial;
  const kept = Object.entries(draft).filter(([field, value]) => {
    const known = (initial as Record<string, unknown>)[field];
    return (
      known !== undefined && typeof known === typeof value && Array.isArray(known) === Array.isArray(value)
    );
  });
  return { ...initial, ...Object.fromEntries(kept) };
}

/**
 * State of a form: values kept as a draft of the signed-in person until they are sent, errors of the client and of
 * the server in one list.
 */
export function useForm<V extends object>(options: FormOptions<V>): Form<V> {
  const { name, initial, secrets, validate, submit, fieldOf, describeFailure } = options;
  const { account } = useSession();
  const userId = account?.id;
  if (name !== null && secrets) throw new Error('passwords');
  const isKept = name !== null && userId !== undefined;
  const [values, setValues] = useState(() => withDraft(initial, isKept ? readDraft(userId, name) : null));
  const [refused, setRefused] = useState<{ values: V } | { error: unknown } | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [isSubmitting, setSubmitting] = useState(false);

  const set = useCallback<Form<V>['set']>(
    (field, value) => {
      setValues((current) => {
        const changed = { ...current, [field]: value };
        if (isKept) writeDraft(userId, name, changed);
        return changed;
      });
    },
    [isKept, userId, name],
  );

  function errorsOf(error: unknown): FieldError<keyof V & string>[] {
    if (error instanceof CancelledError) return [];
    if (error instanceof Refusal) return error.listErrors() as FieldError<keyof V & string>[];
    if (!(error instanceof ApiError)) return [{ field: null, message: describeFailure(error) }];
    // Signing in again is asked for beside the page; the form waits as it is.
    if (error.status === 401) return [];
    if (error.validationErrors.length === 0) return [{ field: null, message: describeFailure(error) }];
    return error.validationErrors.flatMap(({ propertyName, validationErrors }) => {
      const field = fieldOf
        ? fieldOf(propertyName)
        : propertyName in values
          ? (propertyName as keyof V & string)
          : null;
      return validationErrors.map((message) => ({ field, message }));
    });
  }

  function listErrors(): FieldError<keyof V & string>[] {
    if (refused === null) return [];
    return 'error' in refused ? errorsOf(refused.error) : validate(refused.values);
  }

  async function send(): Promise<void> {
    if (validate(values).length > 0) {
      setRefused({ values });
      setRefusals((count) => count + 1);
      return;
    }
    setRefused(null);
    setSubmitting(true);
    try {
      const kept = await submit(values);
      if (isKept) removeDraft(userId, name);
      if (kept) setValues(kept);
    } catch (error) {
      setRefused({ error });
      if (errorsOf(error).length > 0) setRefusals((count) => count + 1);
    } finally {
      setSubmitting(false);
      if (secrets) {
        const emptied = Object.fromEntries(secrets.map((field) => [field, initial[field]]));
        setValues((current) => ({ ...current, ...emptied }));
      }
    }
  }

  const errors = listErrors();
  const messagesOf = (field: keyof V & string) =>
    errors.filter((error) => error.field === field).map(({ message }) => message);

  return {
    values,
    field: (name) => ({
      id: name,
      value: values[name],
      messages: messagesOf(name),
      onChange: (value) => set(name, value),
    }),
    set,
    errors,
    messagesOf,
    refusals,
    isSubmitting,
    onSubmit: (event) => {
      event.preventDefault();
      if (!isSubmitting) void send();
    },
  };
}
