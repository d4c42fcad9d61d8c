import '@/styles/forms.scss';
import './names.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiError } from '@/lib/api/errors';
import { useRead } from '@/lib/api/useRead';
import { paths } from '@/lib/paths';
import { useTyped } from '@/lib/useTyped';
import { PageHeading } from '@/components/PageHeading';
import { SelectField } from '@/components/forms/SelectField';
import { TextField } from '@/components/forms/TextField';
import { FoundNames } from './FoundNames';
import { modeLabels, nameEntityLabels, statusLabels } from './nameLabels';
import {
  checkAddress,
  longestName,
  modes,
  nameEntities,
  nameStatuses,
  queryOf,
  wishIn,
  type Wish,
} from './names';
import { useDescription } from './useDescription';
import { useNameSearch } from './useNameSearch';

/** The names that somebody has or had. The address carries what is looked for, so a link opens the same search. */
export function SearchExistingPage() {
  const { t } = useLingui();
  useDescription(
    t`Search the names of businesses in Arizona as you type: by their beginning, a part of them, or how they sound.`,
  );
  const [search, setSearch] = useSearchParams();
  const wish = wishIn(search);
  const found = useNameSearch(wish);
  const [typed, setTyped] = useTyped(wish.name, (name) => look({ name }));
  const [isOpen, setOpen] = useState(Boolean(wish.city || wish.entityType || wish.mode || wish.status));
  const places = useRead('/api/lookups/municipalities');

  function look(changes: Partial<Wish>) {
    setSearch(queryOf({ ...wish, name: typed, ...changes }), { replace: true, state: { isTyped: true } });
  }

  const refused =
    found.error instanceof ApiError
      ? found.error.validationErrors.flatMap(({ validationErrors }) => validationErrors)
      : [];

  const cities = [
    ...new Set([...(places.data?.items ?? []).map(({ name }) => name), ...(wish.city ? [wish.city] : [])]),
  ].sort((one, other) => one.localeCompare(other));

  return (
    <div className="page names">
      <PageHeading title={t`Search existing names`} />
      <p className="lead">
        <Trans>
          Type a name and see who has it, or had it. The search knows beginnings and parts of names, and
          spellings that are a little different.
        </Trans>
      </p>
      <form
        className="form name-search"
        role="search"
        aria-label={t`Names of businesses`}
        onSubmit={(event) => {
          event.preventDefault();
          look({});
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
        <details
          className="name-search__more"
          open={isOpen}
          onToggle={(event) => setOpen(event.currentTarget.open)}
        >
          <summary className="name-search__summary">
            <Trans>Narrow the search</Trans>
          </summary>
          <div className="name-search__filters">
            <SelectField
              id="mode"
              label={t`How to look`}
              messages={[]}
              optionalWord={t`optional`}
              placeholder={t`Every way`}
              options={modes.map((mode) => ({ value: mode, text: t(modeLabels[mode]) }))}
              value={wish.mode}
              onChange={(value) => look({ mode: modes.find((mode) => mode === value) ?? '' })}
            />
            <SelectField
              id="entityType"
              label={t`Kind of entity`}
              messages={[]}
              optionalWord={t`optional`}
              placeholder={t`Every kind`}
              options={nameEntities.map((type) => ({ value: type, text: t(nameEntityLabels[type]) }))}
              value={wish.entityType}
              onChange={(value) => look({ entityType: nameEntities.find((type) => type === value) ?? '' })}
            />
            <SelectField
              id="status"
              label={t`Status`}
              messages={[]}
              optionalWord={t`optional`}
              placeholder={t`Every status`}
              options={nameStatuses.map((status) => ({ value: status, text: t(statusLabels[status]) }))}
              value={wish.status}
              onChange={(value) => look({ status: nameStatuses.find((status) => status === value) ?? '' })}
            />
            <SelectField
              id="city"
              label={t`City or town`}
              messages={[]}
              optionalWord={t`optional`}
              placeholder={t`Every city and town`}
              options={cities.map((city) => ({ value: city, text: city }))}
              value={wish.city}
              onChange={(city) => look({ city })}
            />
          </div>
        </details>
      </form>
      <FoundNames wish={wish} found={found} isRefused={refused.length > 0} />
      <p className="names__onward">
        <Link to={checkAddress(wish.name, wish.entityType)} className="usa-button usa-button--outline">
          <Trans>Check whether a name can be had</Trans>
        </Link>
        <Link to={paths.businessPlan} className="usa-link">
          <Trans>Back to your plan</Trans>
        </Link>
      </p>
    </div>
  );
}
