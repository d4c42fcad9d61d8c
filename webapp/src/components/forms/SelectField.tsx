import type { ReactNode, Ref } from 'react';
import { getDescribedBy, Field } from './Field';

interface SelectFieldProps {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  messages: readonly string[];
  /** The text that marks the field as optional. */
  optionalWord?: string;
  /** Shown until the person chooses. */
  placeholder: string;
  options: readonly { value: string; text: string }[];
  autoComplete?: string;
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLSelectElement>;
}

/** A choice of one from a list that is too long for radio buttons. */
export function SelectField({
  id,
  label,
  hint,
  messages,
  optionalWord,
  placeholder,
  options,
  autoComplete,
  value,
  onChange,
  ref,
}: SelectFieldProps) {
  const hasError = messages.length > 0;
  return (
    <Field id={id} label={label} hint={hint} messages={messages} isOptional={optionalWord}>
      <select
        ref={ref}
        id={id}
        name={id}
        className={`usa-select ${hasError ? 'usa-input--error' : ''}`}
        required={!optionalWord}
        autoComplete={autoComplete}
        aria-invalid={hasError}
        aria-describedby={getDescribedBy(id, hint, messages)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </Field>
  );
}
