import FilterIcon from '@uswds/uswds/img/usa-icons/filter_list.svg?react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { Icon } from '@/components/Icon';
import { FieldMessages, describedBy } from '@/components/forms/Field';
import { reportTooLong } from '@/components/forms/tooLong';
import { countId } from '@/components/list/Results';
import { filterNames, noFilters, searchOf, statuses, textLimit, types, type Filters } from './filters';
import { statusLabels, typeLabels } from './labels';
import type { Choice, FilterChoices, ServiceChoice } from './useFilterChoices';

interface FilterFormProps {
  filters: Filters;
  choices: FilterChoices;
  onApply: (filters: Filters) => void;
}

/** What narrows the list down. Nothing changes before it is applied. */
export function FilterForm({ filters, choices, onApply }: FilterFormProps) {
  const { t } = useLingui();
  const [values, setValues] = useState(filters);
  const [isReversed, setReversed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [applied, setApplied] = useState(searchOf(filters));
  const toggle = useRef<HTMLButtonElement>(null);
  const bodyId = useId();
  const count = filterNames.filter((name) => filters[name] !== '').length;

  // The way back, or a filter that was taken away beside the form, changes what it shows.
  if (applied !== searchOf(filters)) {
    setApplied(searchOf(filters));
    setValues(filters);
    setReversed(false);
  }

  function set<N extends keyof Filters>(name: N, value: Filters[N]) {
    setValues((current) => {
      const changed = { ...current, [name]: value };
      // A service of another agency would let nothing through.
      const service = serviceIn(choices, changed.service);
      if (name === 'agency' && value && service && service.agency.id !== value) changed.service = '';
      return changed;
    });
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (reportTooLong('text', values.text, textLimit, t)) return;
    if (values.from && values.to && values.from > values.to) {
      setReversed(true);
      document.getElementById('from')?.focus();
      return;
    }
    setReversed(false);
    setOpen(false);
    // Where the form folds away the focus must not go with it; elsewhere the button is not there to take it.
    toggle.current?.focus();
    onApply(values);
  }

  const ofAgency = (services: ServiceChoice[]) =>
    services.filter(({ agency }) => !values.agency || agency.id === values.agency);
  const messages = isReversed ? [t`The first day must not be after the last day`] : [];

  return (
    <div className="filters">
      <button
        ref={toggle}
        type="button"
        className="filters__toggle"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setOpen((open) => !open)}
      >
        <FilterIcon className="usa-icon" aria-hidden="true" focusable="false" />
        <span>
          <Trans>Filters</Trans>
          {count > 0 && (
            <span className="filters__count">
              <span aria-hidden="true">{count}</span>
              <span className="usa-sr-only">
                <Plural value={count} one="# is set" other="# are set" />
              </span>
            </span>
          )}
        </span>
        <Icon name="expand_more" className="filters__arrow" />
      </button>
      <form
        role="search"
        id={bodyId}
        className={`filters__form ${isOpen ? 'filters__form--open' : ''}`}
        aria-label={t`Filters`}
        noValidate
        onSubmit={onSubmit}
      >
        <div className="filters__field filters__field--text">
          <label className="usa-label" htmlFor="text">
            <Trans>Search</Trans>
          </label>
          <span id="text-hint" className="usa-hint">
            <Trans>Description, confirmation number or period</Trans>
          </span>
          <input
            id="text"
            className="usa-input"
            type="search"
            aria-describedby="text-hint"
            value={values.text}
            onChange={(event) => set('text', event.target.value)}
          />
        </div>
        <Selection
          id="agency"
          label={t`Agency`}
          all={t`All agencies`}
          value={values.agency}
          own={choices.ownAgencies}
          others={choices.otherAgencies}
          onChange={(value) => set('agency', value)}
        />
        <Selection
          id="service"
          label={t`Service`}
          all={t`All services`}
          value={values.service}
          own={ofAgency(choices.ownServices)}
          others={ofAgency(choices.otherServices)}
          onChange={(value) => set('service', value)}
        />
        <div className="filters__field">
          <label className="usa-label" htmlFor="type">
            <Trans>Type</Trans>
          </label>
          <select
            id="type"
            className="usa-select"
            value={values.type}
            onChange={(event) => set('type', types.find((type) => type === event.target.value) ?? '')}
          >
            <option value="">{t`All types`}</option>
            {types.map((type) => (
              <option key={type} value={type}>
                {t(typeLabels[type])}
              </option>
            ))}
          </select>
        </div>
        <div className="filters__field">
          <label className="usa-label" htmlFor="status">
            <Trans>Status</Trans>
          </label>
          <select
            id="status"
            className="usa-select"
            value={values.status}
            onChange={(event) =>
              set('status', statuses.find((status) => status === event.target.value) ?? '')
            }
          >
            <option value="">{t`Every status`}</option>
            {statuses.map((status) => (
              <option key={status} value={status}>
                {t(statusLabels[status])}
              </option>
            ))}
          </select>
        </div>
        <div className="filters__field">
          <label className="usa-label" htmlFor="from">
            <Trans>First day</Trans>
          </label>
          <FieldMessages id="from" messages={messages} />
          <input
            id="from"
            className={`usa-input ${isReversed ? 'usa-input--error' : ''}`}
            type="date"
            aria-invalid={isReversed}
            aria-describedby={describedBy('from', null, messages)}
            value={values.from}
            onChange={(event) => set('from', event.target.value)}
          />
        </div>
        <div className="filters__field">
          <label className="usa-label" htmlFor="to">
            <Trans>Last day</Trans>
          </label>
          <input
            id="to"
            className="usa-input"
            type="date"
            value={values.to}
            onChange={(event) => set('to', event.target.value)}
          />
        </div>
        <div className="filters__buttons">
          <button type="submit" className="usa-button">
            <Trans>Apply filters</Trans>
          </button>
          {count > 0 && (
            <button
              type="button"
              className="usa-button usa-button--unstyled"
              onClick={() => {
                onApply(noFilters);
                // The button goes; what it was about is the list.
                document.getElementById(countId)?.focus();
              }}
            >
              <Trans>Clear filters</Trans>
            </button>
          )}
        </div>
      </form>
    </div>
  );
}

function serviceIn(choices: FilterChoices, id: string): ServiceChoice | undefined {
  return [...choices.ownServices, ...choices.otherServices].find((service) => service.id === id);
}

interface SelectionProps {
  id: string;
  label: string;
  all: string;
  value: string;
  own: readonly Choice[];
  others: readonly Choice[];
  onChange: (value: string) => void;
}

/** A choice of an agency or a service; the person's own come first. */
function Selection({ id, label, all, value, own, others, onChange }: SelectionProps) {
  const { t } = useLingui();
  const isKnown = [...own, ...others].some((choice) => choice.id === value);
  const options = (choices: readonly Choice[]) =>
    choices.map((choice) => (
      <option key={choice.id} value={choice.id}>
        {choice.name}
      </option>
    ));
  return (
    <div className="filters__field">
      <label className="usa-label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="usa-select" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{all}</option>
        {/* Set by the address and not, or not yet, in the catalogue. */}
        {value && !isKnown && <option value={value}>{value}</option>}
        {own.length > 0 && <optgroup label={t`Connected`}>{options(own)}</optgroup>}
        {others.length > 0 &&
          (own.length > 0 ? <optgroup label={t`Others`}>{options(others)}</optgroup> : options(others))}
      </select>
    </div>
  );
}
