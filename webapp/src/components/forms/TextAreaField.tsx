import { useLingui } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import { getDescribedBy, Field } from './Field';
import { formatTooLong } from './tooLong';

interface TextAreaFieldProps {
  id: string;
  label: string;
  hint?: ReactNode;
  messages: readonly string[];
  /** The text that marks the field as optional. */
  optionalWord?: string | undefined;
  /** The limit in characters; a longer text stays, with a message. */
  maxLength: number;
  rows?: number;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A field for several lines of text. */
export function TextAreaField({
  id,
  label,
  hint,
  messages: given,
  optionalWord,
  maxLength,
  rows = 5,
  value,
  onChange,
  onBlur,
  ref,
}: TextAreaFieldProps) {
  const { t } = useLingui();
  const length = formatTooLong(value, maxLength, t);
  const messages = given.length === 0 && length ? [length] : given;
  const hasError = messages.length > 0;
  return (
    <Field id={id} label={label} hint={hint} messages={messages} isOptional={optionalWord}>
      <textarea
        ref={ref}
        id={id}
        name={id}
        className={`usa-input usa-input--lines ${hasError ? 'usa-input--error' : ''}`}
        rows={rows}
        data-too-long={length ? `${label}: ${length}` : undefined}
        required={!optionalWord}
        aria-invalid={hasError}
        aria-describedby={getDescribedBy(id, hint, messages)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    </Field>
  );
}
