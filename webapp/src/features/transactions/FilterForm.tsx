import { Trans, useLingui } from '@lingui/react/macro';
import type { SubmitEvent } from 'react';
import { FilterDays, FilterSelect, FilterToggle, useFilterForm } from '@/components/list/filters';
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
  const form = useFilterForm(filters, searchOf(filters));
  const { values, setValues, isOpen, toggle, bodyId, check, dayMessages } = form;
  const count = filterNames.filter((name) => filters[name] !== '').length;

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
    if (!check({ text: values.text }, textLimit, ['from', values.from, values.to])) return;
    // Where the form folds away the focus must not go with it; elsewhere the button is not there to take it.
    toggle.current?.focus();
    onApply(values);
  }

  const ofAgency = (services: ServiceChoice[]) =>
    services.filter(({ agency }) => !values.agency || agency.id === values.agency);

  return (
    <form role="search" className="card filters" aria-label={t`Filters`} noValidate onSubmit={onSubmit}>
      <FilterToggle {...form} className="filters__toggle" count={count} />
      <div id={bodyId} className={`filters__fields ${isOpen ? '' : 'filters__fields--folded'}`}>
        <div className="filters__wide">
          <label className="usa-label" htmlFor="text">
            <Trans>Search</Trans>
          </label>
          <span id="text-hint" className="usa-hint">
            <Trans>Description, confirmation number, or period</Trans>
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
        <FilterSelect
          id="type"
          label={t`Type`}
          all={t`All types`}
          value={values.type}
          onChange={(value) => set('type', types.find((type) => type === value) ?? '')}
          options={types.map((type) => ({ value: type, text: t(typeLabels[type]) }))}
        />
        <FilterSelect
          id="status"
          label={t`Status`}
          all={t`All statuses`}
          value={values.status}
          onChange={(value) => set('status', statuses.find((status) => status === value) ?? '')}
          options={statuses.map((status) => ({ value: status, text: t(statusLabels[status]) }))}
        />
        <FilterDays
          days={{ from: values.from, to: values.to }}
          messages={dayMessages}
          onChange={(id, day) => set(id === 'from' ? 'from' : 'to', day)}
        />
        <div className="row filters__wide">
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
      </div>
    </form>
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
    <FilterSelect {...{ id, label, all, value, onChange }}>
      {/* Set by the address and not, or not yet, in the catalogue. */}
      {value && !isKnown && <option value={value}>{value}</option>}
      {own.length > 0 && <optgroup label={t`Connected`}>{options(own)}</optgroup>}
      {others.length > 0 &&
        (own.length > 0 ? <optgroup label={t`Other`}>{options(others)}</optgroup> : options(others))}
    </FilterSelect>
  );
}
