import { useCallback, useState, type SubmitEvent } from 'react';
import { useSession } from '../auth/session';
import { readDraft, removeDraft, writeDraft } from '../storage/drafts';
import { useAction, type FieldError } from './useAction';

interface FormOptions<V extends object> {
  /** Names the form in the drafts of who is signed in; null for what must not be kept on the device. */
  name: string | null;
  initial: V;
  /** Passwords: never kept on the device, and empty again after each attempt. */
  secrets?: readonly (keyof V & string)[];
  /** Lists the errors that need no answer of the server. */
  validate: (values: V) => FieldError<keyof V & string>[];
  /** Sends the values; a validation answer of the server becomes the form's errors, and so does a `Refusal`. */
  submit: (values: V) => Promise<unknown>;
  /** The field that a property of the server's contract belongs to. */
  fieldOf?: (propertyName: string) => (keyof V & string) | null;
  /** The words for a failure that is not about a field, where the usual ones do not fit. */
  describeFailure?: (error: unknown) => string;
}

/** The properties of an input for a field of a form. */
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
  /** Shows other values, which are not what was typed. */
  replace: (values: V) => void;
  errors: readonly FieldError<keyof V & string>[];
  getMessages: (field: keyof V & string) => string[];
  /** Grows with every refused attempt, so that the error list can take the focus each time. */
  refusals: number;
  isSubmitting: boolean;
  onSubmit: (event: SubmitEvent) => void;
}

/** The draft's values for the fields that the form still has and that are still of the same kind. */
function mergeDraft<V extends object>(initial: V, draft: unknown): V {
  if (typeof draft !== 'object' || draft === null) return initial;
  const kept = Object.entries(draft).filter(([field, value]) => {
    const known = (initial as Record<string, unknown>)[field];
    return (
      known !== undefined && typeof known === typeof value && Array.isArray(known) === Array.isArray(value)
    );
  });
  return { ...initial, ...Object.fromEntries(kept) };
}

/** Lists the fields of a form with a text that is too long; their components word the message with the label. */
function listTooLong(form: Element): FieldError[] {
  return [...form.querySelectorAll<HTMLInputElement>('[data-too-long]')].map(
    ({ id, dataset: { tooLong = '' } }) => ({ field: id, message: tooLong }),
  );
}

/**
 * State of a form: values kept as a draft of the signed-in person until they are sent, errors of the client and of
 * the server in one list.
 */
export function useForm<V extends object>(options: FormOptions<V>): Form<V> {
  const { name, initial, secrets, validate, submit, describeFailure } = options;
  const { account } = useSession();
  const userId = account?.id;
  if (name !== null && secrets) throw new Error('passwords');
  const isKept = name !== null && userId !== undefined;
  const [values, setValues] = useState(() => mergeDraft(initial, isKept ? readDraft(userId, name) : null));
  const fieldOf = options.fieldOf ?? ((property: string) => (property in values ? property : null));
  const { failure, isBusy, refusals, refuse, run, ...action } = useAction({
    describeFailure,
    getField: fieldOf,
  });

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

  async function send(): Promise<void> {
    try {
      await submit(values);
      if (isKept) removeDraft(userId, name);
    } finally {
      if (secrets) {
        const emptied = Object.fromEntries(secrets.map((field) => [field, initial[field]]));
        setValues((current) => ({ ...current, ...emptied }));
      }
    }
  }

  // The errors are worded each time the form is drawn, in the language of the page.
  const worded = (
    failure instanceof Invalid ? validate(failure.values as V) : action.errors
  ) as readonly FieldError<keyof V & string>[];
  const getMessages = (field: string) =>
    worded.filter((error) => error.field === field).map(({ message }) => message);
  // Each field shows its message until the text is short enough.
  const isNew = (error: FieldError): error is FieldError<keyof V & string> =>
    getMessages(error.field ?? '').length === 0;
  const errors = [...worded, ...(failure instanceof Invalid ? failure.tooLong.filter(isNew) : [])];

  return {
    values,
    field: (name) => ({
      id: name,
      value: values[name],
      messages: getMessages(name),
      onChange: (value) => set(name, value),
    }),
    set,
    replace: setValues,
    errors,
    getMessages,
    refusals,
    isSubmitting: isBusy,
    onSubmit: (event) => {
      event.preventDefault();
      if (isBusy) return;
      const tooLong = listTooLong(event.currentTarget);
      if (tooLong.length > 0 || validate(values).length > 0) refuse(new Invalid(values, tooLong));
      else void run(send);
    },
  };
}

/** Values that were not sent because `validate` refused them or a text is too long. */
class Invalid extends Error {
  override readonly name = 'Invalid';

  constructor(
    readonly values: object,
    readonly tooLong: readonly FieldError[],
  ) {
    super('nothing was sent');
  }
}
