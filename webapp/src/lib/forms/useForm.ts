import { useCallback, useState, type SubmitEvent } from 'react';
import { useSession } from '../auth/session';
import { readDraft, removeDraft, writeDraft } from '../storage/drafts';
import { useAction, type FieldError } from './useAction';

interface FormOptions<V extends object> {
  /**
   * The name of the form in the drafts of the signed-in person; null for values that must not be stored on the device.
   */
  name: string | null;
  initial: V;
  /** Passwords: never stored on the device, and cleared after each attempt. */
  secrets?: readonly (keyof V & string)[];
  /** Lists the errors that the page can find without the server. */
  validate: (values: V) => FieldError<keyof V & string>[];
  /** Sends the values; a validation error of the server, or a `Refusal`, becomes the form's errors. */
  submit: (values: V) => Promise<unknown>;
  /** Returns the field for a property of the server's contract. */
  getField?: (propertyName: string) => (keyof V & string) | null;
  /** Describes a failure that is not about a field, if the default message does not fit. */
  describeFailure?: (error: unknown) => string;
}

/** The properties of an input for a field of a form. */
export interface FieldProps<F extends string, T> {
  id: F;
  value: T;
  messages: string[];
  onChange: (value: T) => void;
}

export interface Form<V extends object> {
  values: V;
  /** Connects one input: the field's name is its id, so that the error list can link to it. */
  field: <F extends keyof V & string>(name: F) => FieldProps<F, V[F]>;
  set: <F extends keyof V>(field: F, value: V[F]) => void;
  /** Shows other values that the person did not type. */
  replace: (values: V) => void;
  errors: readonly FieldError<keyof V & string>[];
  getMessages: (field: keyof V & string) => string[];
  /** Increases with every refused attempt, so that the error list can take the focus each time. */
  refusals: number;
  isSubmitting: boolean;
  onSubmit: (event: SubmitEvent) => void;
}

/** Returns the initial values, with the draft's values for fields that still exist and have the same type. */
function mergeDraft<V extends object>(initial: V, draft: unknown): V {
  if (typeof draft !== 'object' || draft === null) return initial;
  const draftValues = Object.entries(draft).filter(([field, value]) => {
    const validValues = (initial as Record<string, unknown>)[field];
    return (
      validValues !== undefined &&
      typeof validValues === typeof value &&
      Array.isArray(validValues) === Array.isArray(value)
    );
  });
  return { ...initial, ...Object.fromEntries(draftValues) };
}

/** Lists the fields of a form with a text that is too long; their components word the message with the label. */
function listTooLong(form: Element): FieldError[] {
  return [...form.querySelectorAll<HTMLInputElement>('[data-too-long]')].map(
    ({ id, dataset: { tooLong = '' } }) => ({ field: id, message: tooLong }),
  );
}

/**
 * The state of a form: values stored as a draft of the signed-in person until they are sent, and the errors of the
 * client and of the server in one list.
 */
export function useForm<V extends object>(options: FormOptions<V>): Form<V> {
  const { name, initial, secrets, validate, submit, describeFailure } = options;
  const { account } = useSession();
  const userId = account?.id;
  if (name !== null && secrets) throw new Error('passwords');
  const isKept = name !== null && userId !== undefined;
  const [values, setValues] = useState(() => mergeDraft(initial, isKept ? readDraft(userId, name) : null));
  const getField = options.getField ?? ((property: string) => (property in values ? property : null));
  const { failure, isBusy, refusals, refuse, run, ...action } = useAction({
    describeFailure,
    getField,
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

  // The errors are translated each time the form is drawn.
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

/** The values were not sent because `validate` refused them or a text is too long. */
class Invalid extends Error {
  override readonly name = 'Invalid';

  constructor(
    readonly values: object,
    readonly tooLong: readonly FieldError[],
  ) {
    super('nothing was sent');
  }
}
