import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './names.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiError } from '@/lib/api/errors';
import { useMunicipalities } from '@/lib/api/lookups';
import { createLazyComponent } from '@/lib/lazyComponent';
import { paths } from '@/lib/paths';
import { useTypedSearch } from '@/lib/useTyped';
import { PageHeading } from '@/components/PageHeading';
import { SelectField } from '@/components/forms/SelectField';
import { TextField } from '@/components/forms/TextField';
import { buildCheckAddress, buildQuery, longestName, nameEntities } from '@/components/planning/nameLinks';
import { Skeleton } from '@/components/Skeleton';
import { usePageDescription } from '@/components/planning/usePageDescription';
import { modeLabels, nameEntityLabels, statusLabels } from './labels';
import { modes, nameStatuses, parseNameQuery, type NameQuery } from './names';
import { useNameSearch } from './useNameSearch';

const FoundNames = createLazyComponent(async () => (await import('./FoundNames')).FoundNames);

/** Searches current and former business names. The address holds the search, so a link opens the same one. */
export default function SearchExistingPage() {
  const { t } = useLingui();
  usePageDescription(
    t`Search Arizona business names as you type, by the start, any part, or the sound of a name.`,
  );
  const [search, setSearch] = useSearchParams();
  const query = parseNameQuery(search);
  const nameSearch = useNameSearch(query);
  const [typed, setTyped] = useTypedSearch(query.name, (name) => updateSearch({ name }));
  const [isOpen, setOpen] = useState(Boolean(query.city || query.entityType || query.mode || query.status));

  function updateSearch(changes: Partial<NameQuery>) {
    // The address may be newer than the rendered page.
    const current = parseNameQuery(new URLSearchParams(window.location.search));
    setSearch(buildQuery({ ...current, name: typed, ...changes }), {
      replace: true,
      state: { isTyped: true },
    });
  }

  const refused =
    nameSearch.error instanceof ApiError
      ? nameSearch.error.validationErrors.flatMap(({ validationErrors }) => validationErrors)
      : [];

  return (
    <div className="page">
      <PageHeading title={t`Search existing names`} />
      <p className="lead">
        <Trans>
          Type a name to see who has it or had it. You can search for the start or any part of a name. We also
          find similar spellings.
        </Trans>
      </p>
      <form
        className="form form--wide"
        role="search"
        aria-label={t`Business names`}
        onSubmit={(event) => {
          event.preventDefault();
          updateSearch({});
        }}
      >
        <TextField
          id="name"
          label={t`Name, or a part of it`}
          type="search"
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={longestName}
          messages={refused}
          value={typed}
          onChange={setTyped}
        />
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            <Trans>Narrow the search</Trans>
          </summary>
          {isOpen && (
            <div className="field-grid">
              <SelectField
                id="mode"
                label={t`Type of match`}
                messages={[]}
                optionalWord={t`optional`}
                placeholder={t`Any match`}
                options={modes.map((mode) => ({ value: mode, text: t(modeLabels[mode]) }))}
                value={query.mode}
                onChange={(value) => updateSearch({ mode: modes.find((mode) => mode === value) ?? '' })}
              />
              <SelectField
                id="entityType"
                label={t`Entity type`}
                messages={[]}
                optionalWord={t`optional`}
                placeholder={t`All types`}
                options={nameEntities.map((type) => ({ value: type, text: t(nameEntityLabels[type]) }))}
                value={query.entityType}
                onChange={(value) =>
                  updateSearch({ entityType: nameEntities.find((type) => type === value) ?? '' })
                }
              />
              <SelectField
                id="status"
                label={t`Status`}
                messages={[]}
                optionalWord={t`optional`}
                placeholder={t`All statuses`}
                options={nameStatuses.map((status) => ({ value: status, text: t(statusLabels[status]) }))}
                value={query.status}
                onChange={(value) =>
                  updateSearch({ status: nameStatuses.find((status) => status === value) ?? '' })
                }
              />
              <CityField city={query.city} onChange={(city) => updateSearch({ city })} />
            </div>
          )}
        </details>
      </form>
      {query.name.trim() === '' ? (
        <p className="names__hint quiet">
          <Trans>The names appear here as you type.</Trans>
        </p>
      ) : (
        <Suspense fallback={<Skeleton lines={6} />}>
          <FoundNames query={query} nameSearch={nameSearch} isRefused={refused.length > 0} />
        </Suspense>
      )}
      <p className="buttons buttons--end">
        <Link to={buildCheckAddress(query.name, query.entityType)} className="usa-button usa-button--outline">
          <Trans>Check if a name is available</Trans>
        </Link>
        <Link to={paths.businessPlan} className="usa-link">
          <Trans>Back to your plan</Trans>
        </Link>
      </p>
    </div>
  );
}

/** Asks for the city; loads the list of cities when the filters open. */
function CityField({ city, onChange }: { city: string; onChange: (city: string) => void }) {
  const { t, i18n } = useLingui();
  const places = useMunicipalities();
  const known = (places.data?.items ?? []).map(({ name }) => name);
  const cities = [...new Set(city ? [...known, city] : known)].sort((one, other) =>
    one.localeCompare(other, i18n.locale),
  );
  return (
    <SelectField
      id="city"
      label={t`City or town`}
      messages={[]}
      optionalWord={t`optional`}
      placeholder={t`All cities and towns`}
      options={cities.map((name) => ({ value: name, text: name }))}
      value={city}
      onChange={onChange}
    />
  );
}
