import type { ReactNode } from 'react';
import { getDescribedBy, FieldMessages } from './Field';

interface RadioGroupProps<V extends string> {
  id: string;
  legend: ReactNode;
  hint?: ReactNode;
  messages: readonly string[];
  options: readonly { value: V; text: string; description?: string; language?: string }[];
  value: string;
  onChange: (value: V) => void;
}

/** A choice of one from a few. The first radio button has the group's id, so that an error can link to it. */
export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const { id, legend, hint, messages, options, value, onChange } = props;
  return (
    <fieldset
      className={`usa-fieldset usa-form-group ${messages.length > 0 ? 'usa-form-group--error' : ''}`}
      aria-describedby={getDescribedBy(id, hint, messages)}
    >
      <legend className="usa-legend">{legend}</legend>
      {hint && (
        <span id={`${id}-hint`} className="usa-hint">
          {hint}
        </span>
      )}
      <FieldMessages id={id} messages={messages} />
      {options.map((option, index) => {
        const optionId = index === 0 ? id : `${id}-${option.value}`;
        return (
          <div key={option.value} className="usa-radio">
            <input
              id={optionId}
              className="usa-radio__input usa-radio__input--tile"
              type="radio"
              name={id}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            <label className="usa-radio__label" htmlFor={optionId} lang={option.language}>
              {option.text}
              {option.description && (
                <span className="usa-radio__label-description">{option.description}</span>
              )}
            </label>
          </div>
        );
      })}
    </fieldset>
  );
}
