import { useLingui } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import { getDescribedBy, Field } from './Field';
import { formatTooLong } from './tooLong';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  id: string;
  label: string;
  hint?: ReactNode;
  messages: readonly string[];
  /** The limit in characters; a longer text stays, with a message. */
  maxLength?: number;
  /** The text that marks the field as optional. */
  optionalWord?: string;
  value: string;
  onChange: (value: string) => void;
}

/** A field for a line of text. */
export function TextField({
  id,
  label,
  hint,
  messages: given,
  optionalWord,
  onChange,
  className = '',
  maxLength,
  ...input
}: TextFieldProps) {
  const { t } = useLingui();
  const length = maxLength ? formatTooLong(input.value, maxLength, t) : '';
  const messages = given.length === 0 && length ? [length] : given;
  const hasError = messages.length > 0;
  return (
    <Field id={id} label={label} hint={hint} messages={messages} isOptional={optionalWord}>
      <input
        {...input}
        id={id}
        name={id}
        className={`usa-input ${hasError ? 'usa-input--error' : ''} ${className}`}
        data-too-long={length ? `${label}: ${length}` : undefined}
        required={!optionalWord}
        aria-invalid={hasError}
        aria-describedby={getDescribedBy(id, hint, messages)}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
