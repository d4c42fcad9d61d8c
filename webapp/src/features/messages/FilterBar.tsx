import { Trans, useLingui } from '@lingui/react/macro';
import type { SubmitEvent } from 'react';
import { Icon } from '@/components/Icon';
import { FilterDays, FilterToggle, useFilterForm } from '@/components/list/filters';
import { countId } from '@/components/list/Results';
import { noFilters, getSearch, textLimit, wordFilters, type Filters } from './filters';

interface FilterBarProps {
  filters: Filters;
  onApply: (filters: Filters) => void;
}

/** The filters of a folder. Texts and days apply when the form is sent, the checkbox at once. */
export function FilterBar({ filters, onApply }: FilterBarProps) {
  const { t } = useLingui();
  const form = useFilterForm(filters, getSearch(filters));
  const { values, setValues, isOpen, toggle, bodyId, check, dayMessages } = form;
  const hidden = wordFilters.filter((name) => name !== 'text' && filters[name] !== '').length;
  const isSet = wordFilters.some((name) => filters[name] !== '');

  const set = (changed: Partial<Filters>) => setValues((known) => ({ ...known, ...changed }));

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    const texts = { 'search-text': values.text, sender: values.from };
    if (!check(texts, textLimit, ['sent-from', values.sentFrom, values.sentTo])) return;
    if (isOpen) toggle.current?.focus();
    onApply(values);
  }

  return (
    <form role="search" className="filters" aria-label={t`Filters`} noValidate onSubmit={onSubmit}>
      <div className="filters__search">
        <label className="usa-sr-only" htmlFor="search-text">
          <Trans>Search in the subject and the beginning of the text</Trans>
        </label>
        <input
          id="search-text"
          className="usa-input"
          type="search"
          placeholder={t`Search`}
          value={values.text}
          onChange={(event) => set({ text: event.target.value })}
        />
        <button type="submit" className="icon-button" aria-label={t`Search`}>
          <Icon name="search" />
        </button>
      </div>
      <div className="row">
        <label className="action">
          <input
            type="checkbox"
            className="message-checkbox"
            checked={values.unread}
            onChange={(event) => {
              const unread = event.target.checked;
              // The address changes a moment later.
              set({ unread });
              onApply({ ...filters, unread });
            }}
          />
          <Trans>Unread only</Trans>
        </label>
        <FilterToggle {...form} className="push" count={hidden} />
      </div>
      <div id={bodyId} className="filters__fields" hidden={!isOpen}>
        <div className="filters__wide">
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
        <FilterDays
          days={{ 'sent-from': values.sentFrom, 'sent-to': values.sentTo }}
          messages={dayMessages}
          onChange={(id, day) => set(id === 'sent-from' ? { sentFrom: day } : { sentTo: day })}
        />
        <button type="submit" className="usa-button">
          <Trans>Apply filters</Trans>
        </button>
      </div>
      {isSet && (
        <button
          type="button"
          className="usa-button usa-button--unstyled action"
          onClick={() => {
            onApply({ ...noFilters, unread: filters.unread });
            // This button disappears.
            document.getElementById(countId)?.focus();
          }}
        >
          <Trans>Clear filters</Trans>
        </button>
      )}
    </form>
  );
}
