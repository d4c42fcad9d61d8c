import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { getDateFormat } from '@/lib/i18n/formats';
import { getDescribedBy, FieldMessages } from './Field';

/** A date as typed, in three parts. */
export interface TypedDate {
  month: string;
  day: string;
  year: string;
}

/** Returns the date as YYYY-MM-DD, or null if the three parts are not a day of the calendar. */
export function toIsoDate({ month, day, year }: TypedDate): string | null {
  const [cleanYear = '', cleanDay = ''] = [year, day].map((part) => part.replaceAll(/[\s\p{Cf}]/gu, ''));
  if (!/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(cleanDay) || !/^\d{4}$/.test(cleanYear)) return null;
  const text = `${cleanYear}-${month.padStart(2, '0')}-${cleanDay.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

interface MemorableDateProps {
  id: string;
  legend: ReactNode;
  hint: ReactNode;
  messages: readonly string[];
  /** True if the browser may fill in the person's date of birth. */
  isBirthday?: boolean;
  value: TypedDate;
  onChange: (value: TypedDate) => void;
}

/** A date that a person knows by heart, in three fields. The first one has the id, so that an error can link to it. */
export function MemorableDate({
  id,
  legend,
  hint,
  messages,
  isBirthday = true,
  value,
  onChange,
}: MemorableDateProps) {
  const { t, i18n } = useLingui();
  const hasError = messages.length > 0;
  const getAutoComplete = (part: 'month' | 'day' | 'year') =>
    isBirthday ? (`bday-${part}` as const) : 'off';
  const errorClass = hasError ? 'usa-input--error' : '';
  const monthName = getDateFormat(i18n.locale, { month: 'long', timeZone: 'UTC' });

  return (
    <fieldset
      className={`usa-fieldset usa-form-group ${hasError ? 'usa-form-group--error' : ''}`}
      aria-describedby={getDescribedBy(id, hint, messages)}
    >
      <legend className="usa-legend">{legend}</legend>
      <span id={`${id}-hint`} className="usa-hint">
        {hint}
      </span>
      <FieldMessages id={id} messages={messages} />
      <div className="usa-memorable-date">
        <div className="usa-form-group usa-form-group--month usa-form-group--select">
          <label className="usa-label" htmlFor={id}>
            {t`Month`}
          </label>
          <select
            id={id}
            className={`usa-select ${errorClass}`}
            autoComplete={getAutoComplete('month')}
            aria-invalid={hasError}
            value={value.month}
            onChange={(event) => onChange({ ...value, month: event.target.value })}
          >
            <option value="">{t`- Select -`}</option>
            {Array.from({ length: 12 }, (_, index) => (
              <option key={index} value={String(index + 1)}>
                {`${index + 1} - ${monthName.format(Date.UTC(2000, index, 1))}`}
              </option>
            ))}
          </select>
        </div>
        <div className="usa-form-group usa-form-group--day">
          <label className="usa-label" htmlFor={`${id}-day`}>
            {t`Day`}
          </label>
          <input
            id={`${id}-day`}
            className={`usa-input ${errorClass}`}
            autoComplete={getAutoComplete('day')}
            inputMode="numeric"
            aria-invalid={hasError}
            value={value.day}
            onChange={(event) => onChange({ ...value, day: event.target.value })}
          />
        </div>
        <div className="usa-form-group usa-form-group--year">
          <label className="usa-label" htmlFor={`${id}-year`}>
            {t`Year`}
          </label>
          <input
            id={`${id}-year`}
            className={`usa-input ${errorClass}`}
            autoComplete={getAutoComplete('year')}
            inputMode="numeric"
            aria-invalid={hasError}
            value={value.year}
            onChange={(event) => onChange({ ...value, year: event.target.value })}
          />
        </div>
      </div>
    </fieldset>
  );
}
