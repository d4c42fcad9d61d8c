import FilterIcon from '@uswds/uswds/img/usa-icons/filter_list.svg?react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { Icon } from '@/components/Icon';
import { countId } from '@/components/list/Results';
import { FieldMessages, describedBy } from '@/components/forms/Field';
import { reportTooLong } from '@/components/forms/tooLong';
import { noFilters, searchOf, textLimit, wordFilters, type Filters } from './filters';

interface FilterBarProps {
  filters: Filters;
  onApply: (filters: Filters) => void;
}

/** What narrows a folder down. Words and days count when they are sent, the rest at once. */
export function FilterBar({ filters, onApply }: FilterBarProps) {
  const { t } = useLingui();
  const [values, setValues] = useState(filters);
  const [isReversed, setReversed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [applied, setApplied] = useState(searchOf(filters));
  const toggle = useRef<HTMLButtonElement>(null);
  const bodyId = useId();
  const hidden = wordFilters.filter((name) => name !== 'text' && filters[name] !== '').length;
  const isSet = wordFilters.some((name) => filters[name] !== '');

  // The way back changes what the form shows.
  if (applied !== searchOf(filters)) {
    setApplied(searchOf(filters));
    setValues(filters);
    setReversed(false);
  }

  const set = (changed: Partial<Filters>) => setValues((known) => ({ ...known, ...changed }));

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (reportTooLong('search-text', values.text, textLimit, t)) return;
    if (reportTooLong('sender', values.from, textLimit, t)) return;
    if (values.sentFrom && values.sentTo && values.sentFrom > values.sentTo) {
      setReversed(true);
      setOpen(true);
      document.getElementById('sent-from')?.focus();
      return;
    }
    setReversed(false);
    if (isOpen) toggle.current?.focus();
    setOpen(false);
    onApply(values);
  }

  const messages = isReversed ? [t`The first day must not be after the last day`] : [];
  return (
    <form role="search" className="message-filters" aria-label={t`Filters`} noValidate onSubmit={onSubmit}>
      <div className="message-filters__search">
        <label className="usa-sr-only" htmlFor="search-text">
          <Trans>Search in the subject and the beginning of the text</Trans>
        </label>
        <input
          id="search-text"
          className="usa-input message-filters__text"
          type="search"
          placeholder={t`Search`}
          value={values.text}
          onChange={(event) => set({ text: event.target.value })}
        />
        <button type="submit" className="message-filters__go" aria-label={t`Search`}>
          <Icon name="search" />
        </button>
      </div>
      <div className="message-filters__quick">
        <label className="message-filters__unread">
          <input
            type="checkbox"
            className="message-row__checkbox"
            checked={values.unread}
            onChange={(event) => {
              const unread = event.target.checked;
              // The address, which says the same, is followed a moment later.
              set({ unread });
              onApply({ ...filters, unread });
            }}
          />
          <Trans>Unread only</Trans>
        </label>
        <button
          ref={toggle}
          type="button"
          className="tool-button message-filters__toggle"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setOpen((open) => !open)}
        >
          <FilterIcon className="usa-icon" aria-hidden="true" focusable="false" />
          <Trans>Filters</Trans>
          {hidden > 0 && (
            <span className="message-filters__count">
              <span aria-hidden="true">{hidden}</span>
              <span className="usa-sr-only">
                <Plural value={hidden} one="# is set" other="# are set" />
              </span>
            </span>
          )}
        </button>
      </div>
      <div id={bodyId} className="message-filters__more" hidden={!isOpen}>
        <div className="message-filters__field message-filters__field--wide">
          <label className="usa-label" htmlFor="sender">
            <Trans>Sender</Trans>
          </label>
          <input
            id="sender"
            className="usa-input"
            value={values.from}
            onChange={(event) => set({ from: event.target.value })}
          />
        </div>
        <div className="message-filters__field">
          <label className="usa-label" htmlFor="sent-from">
            <Trans>First day</Trans>
          </label>
          <FieldMessages id="sent-from" messages={messages} />
          <input
            id="sent-from"
            className={`usa-input ${isReversed ? 'usa-input--error' : ''}`}
            type="date"
            aria-invalid={isReversed}
            aria-describedby={describedBy('sent-from', null, messages)}
            value={values.sentFrom}
            onChange={(event) => set({ sentFrom: event.target.value })}
          />
        </div>
        <div className="message-filters__field">
          <label className="usa-label" htmlFor="sent-to">
            <Trans>Last day</Trans>
          </label>
          <input
            id="sent-to"
            className="usa-input"
            type="date"
            value={values.sentTo}
            onChange={(event) => set({ sentTo: event.target.value })}
          />
        </div>
        <button type="submit" className="usa-button message-filters__apply">
          <Trans>Apply filters</Trans>
        </button>
      </div>
      {isSet && (
        <button
          type="button"
          className="usa-button usa-button--unstyled message-filters__clear"
          onClick={() => {
            onApply({ ...noFilters, unread: filters.unread, order: filters.order });
            // The button goes; what it was about is the list.
            document.getElementById(countId)?.focus();
          }}
        >
          <Trans>Clear filters</Trans>
        </button>
      )}
    </form>
  );
}
