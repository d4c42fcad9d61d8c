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

/** What narrows the list down at present, each with a way to take it away; on paper it says what the list is of. */
export function AppliedFilters({ filters, choices, onApply }: AppliedFiltersProps) {
  const { t, i18n } = useLingui();
  const applied = filterNames.filter((name) => filters[name] !== '');
  if (applied.length === 0) return null;

  const nameOf = (known: readonly { id: string; name: string }[], id: string) =>
    known.find((choice) => choice.id === id)?.name ?? id;
  const words: Record<keyof Filters, () => string> = {
    agency: () => nameOf([...choices.ownAgencies, ...choices.otherAgencies], filters.agency),
    service: () => nameOf([...choices.ownServices, ...choices.otherServices], filters.service),
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
        const text = words[name]();
        return (
          <li key={name}>
            <button
              type="button"
              className="action small applied-filter"
              aria-label={t`Remove the filter ${text}`}
              onClick={() => {
                onApply({ ...filters, [name]: '' });
                // The button goes; what it was about is the list.
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
