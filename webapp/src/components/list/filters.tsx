import FilterIcon from '@uswds/uswds/img/usa-icons/filter_list.svg?react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef, useState, type ReactNode } from 'react';
import { getDescribedBy, FieldMessages } from '@/components/forms/Field';
import { reportTooLong } from '@/components/forms/tooLong';

/**
 * The filters of a list as typed. Going back, or removing a filter beside the form, changes them.
 *
 * @param search the filters in the address
 */
export function useFilterForm<F>(filters: F, search: string) {
  const { t } = useLingui();
  const [values, setValues] = useState(filters);
  const [isReversed, setReversed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [applied, setApplied] = useState(search);
  const toggle = useRef<HTMLButtonElement>(null);
  const bodyId = useId();
  if (applied !== search) {
    setApplied(search);
    setValues(filters);
    setReversed(false);
  }

  /** Returns true if texts are short enough and days in order; reports the ones that are not. */
  function check(texts: Record<string, string>, limit: number, days: [id: string, from: string, to: string]) {
    if (Object.entries(texts).some(([id, text]) => reportTooLong(id, text, limit, t))) return false;
    const [id, from, to] = days;
    const isWrong = from !== '' && to !== '' && from > to;
    setReversed(isWrong);
    setOpen(isWrong);
    if (isWrong) document.getElementById(id)?.focus();
    return !isWrong;
  }

  const dayMessages = isReversed ? [t`The first day must not be after the last day`] : [];
  return { values, setValues, isOpen, setOpen, toggle, bodyId, check, dayMessages };
}

type FilterToggleProps = Pick<
  ReturnType<typeof useFilterForm>,
  'isOpen' | 'setOpen' | 'toggle' | 'bodyId'
> & {
  className: string;
  /** Counts the filters that are set. */
  count: number;
};

/** The button that shows the filters on narrow screens. */
export function FilterToggle({ className, count, isOpen, setOpen, toggle, bodyId }: FilterToggleProps) {
  return (
    <button
      ref={toggle}
      type="button"
      className={`tool-button ${className}`}
      aria-expanded={isOpen}
      aria-controls={bodyId}
      onClick={() => setOpen((open) => !open)}
    >
      <FilterIcon className="usa-icon" aria-hidden="true" focusable="false" />
      <Trans>Filters</Trans>
      {count > 0 && (
        <span className="count">
          <span aria-hidden="true">{count}</span>
          <span className="usa-sr-only">
            <Plural value={count} one="# filter on" other="# filters on" />
          </span>
        </span>
      )}
    </button>
  );
}

interface FilterSelectProps {
  id: string;
  className?: string;
  label: ReactNode;
  all: string;
  options?: readonly { value: string; text: string }[];
  value: string;
  onChange: (value: string) => void;
  /** More options. */
  children?: ReactNode;
}

/** A choice that narrows a list. */
export function FilterSelect(props: FilterSelectProps) {
  const { id, className, label, all, options = [], value, onChange, children } = props;
  return (
    <div className={className}>
      <label className="usa-label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="usa-select" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
        {children}
      </select>
    </div>
  );
}

interface FilterDaysProps {
  /** The ids of the inputs for the first and the last day. */
  days: Readonly<Record<string, string>>;
  messages: readonly string[];
  onChange: (id: string, day: string) => void;
}

/** Inputs for the first and the last day of a list. */
export function FilterDays({ days, messages, onChange }: FilterDaysProps) {
  const { t } = useLingui();
  const labels = [t`First day`, t`Last day`];
  return Object.entries(days).map(([id, day], index) => {
    const shown = index === 0 ? messages : [];
    return (
      <div key={id}>
        <label className="usa-label" htmlFor={id}>
          {labels[index]}
        </label>
        <FieldMessages id={id} messages={shown} />
        <input
          id={id}
          className={`usa-input ${shown.length > 0 ? 'usa-input--error' : ''}`}
          type="date"
          aria-invalid={shown.length > 0}
          aria-describedby={getDescribedBy(id, null, shown)}
          value={day}
          onChange={(event) => onChange(id, event.target.value)}
        />
      </div>
    );
  });
}
