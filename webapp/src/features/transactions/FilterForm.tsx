import { Trans, useLingui } from '@lingui/react/macro';
import type { SubmitEvent } from 'react';
import { FilterDays, FilterSelect, FilterToggle, useFilterForm } from '@/components/list/filters';
import { countId } from '@/components/list/Results';
import { filterNames, noFilters, buildSearch, statuses, maxTextLength, types, type Filters } from './filters';
import { statusLabels, typeLabels } from './labels';
import type { Choice, FilterChoices, ServiceChoice } from './useFilterChoices';

interface FilterFormProps {
  filters: Filters;
  choices: FilterChoices;
  onApply: (filters: Filters) => void;
}

/** The filters of the list, which change nothing until they are applied. */
export function FilterForm({ filters, choices, onApply }: FilterFormProps) {
  const { t } = useLingui();
  const form = useFilterForm(filters, buildSearch(filters));
  const { values, setValues, isOpen, toggle, bodyId, check, dayMessages } = form;
  const count = filterNames.filter((name) => filters[name] !== '').length;

  function set<N extends keyof Filters>(name: N, value: Filters[N]) {
    setValues((current) => {
      const changed = { ...current, [name]: value };
      // A service of another agency would match nothing.
      const service = findService(choices, changed.service);
      if (name === 'agency' && value && service && service.agency.id !== value) changed.service = '';
      return changed;
    });
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (!check({ text: values.text }, maxTextLength, ['from', values.from, values.to])) return;
    // On small screens the form folds, so its toggle takes the focus. Wider screens have no toggle.
    toggle.current?.focus();
    onApply(values);
  }

  const filterByAgency = (services: ServiceChoice[]) =>
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
          own={filterByAgency(choices.ownServices)}
          others={filterByAgency(choices.otherServices)}
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
                // The focused button disappears, so the result count takes the focus.
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

function findService(choices: FilterChoices, id: string): ServiceChoice | undefined {
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

/** Selects an agency or a service; the person's own come first. */
function Selection({ id, label, all, value, own, others, onChange }: SelectionProps) {
  const { t } = useLingui();
  const isKnown = [...own, ...others].some((choice) => choice.id === value);
  const renderOptions = (choices: readonly Choice[]) =>
    choices.map((choice) => (
      <option key={choice.id} value={choice.id}>
        {choice.name}
      </option>
    ));
  return (
    <FilterSelect {...{ id, label, all, value, onChange }}>
      {/* The value is from the page address and is not in the catalog, or not loaded yet. */}
      {value && !isKnown && <option value={value}>{value}</option>}
      {own.length > 0 && <optgroup label={t`Connected`}>{renderOptions(own)}</optgroup>}
      {others.length > 0 &&
        (own.length > 0 ? (
          <optgroup label={t`Other`}>{renderOptions(others)}</optgroup>
        ) : (
          renderOptions(others)
        ))}
    </FilterSelect>
  );
}
