import { useLingui } from '@lingui/react/macro';
import { formatShortDay } from '@/lib/i18n/dates';
import { Icon } from '@/components/Icon';
import { countId } from '@/components/list/Results';
import { filterNames, type Filters } from './filters';
import { statusLabels, typeLabels } from './labels';
import type { FilterChoices } from './useFilterChoices';

interface AppliedFiltersProps {
  filters: Filters;
  choices: FilterChoices;
  onApply: (filters: Filters) => void;
}

/** Lists the active filters with buttons to remove them. The list is also printed. */
export function AppliedFilters({ filters, choices, onApply }: AppliedFiltersProps) {
  const { t, i18n } = useLingui();
  const applied = filterNames.filter((name) => filters[name] !== '');
  if (applied.length === 0) return null;

  const findName = (known: readonly { id: string; name: string }[], id: string) =>
    known.find((choice) => choice.id === id)?.name ?? id;
  const texts: Record<keyof Filters, () => string> = {
    agency: () => findName([...choices.ownAgencies, ...choices.otherAgencies], filters.agency),
    service: () => findName([...choices.ownServices, ...choices.otherServices], filters.service),
    type: () => (filters.type ? t(typeLabels[filters.type]) : ''),
    status: () => (filters.status ? t(statusLabels[filters.status]) : ''),
    from: () => {
      const day = formatShortDay(filters.from, i18n.locale);
      return t`From ${day}`;
    },
    to: () => {
      const day = formatShortDay(filters.to, i18n.locale);
      return t`Until ${day}`;
    },
    text: () => `“${filters.text}”`,
  };

  return (
    <ul className="usa-list--unstyled row row--tight" aria-label={t`Filters that are set`}>
      {applied.map((name) => {
        const text = texts[name]();
        return (
          <li key={name}>
            <button
              type="button"
              className="action small applied-filter"
              aria-label={t`Remove the filter ${text}`}
              onClick={() => {
                onApply({ ...filters, [name]: '' });
                // The focused button disappears, so the result count takes the focus.
                document.getElementById(countId)?.focus();
              }}
            >
              <span>{text}</span>
              <Icon name="close" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
