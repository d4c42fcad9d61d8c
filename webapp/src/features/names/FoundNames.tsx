import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { formatShortDay, formatDay } from '@/lib/i18n/dates';
import { getNumberFormat } from '@/lib/i18n/formats';
import { useReopeningTime } from '@/lib/api/tooMany';
import { useCountyNames } from '@/lib/api/lookups';
import { Icon } from '@/components/Icon';
import { Skeleton } from '@/components/Skeleton';
import { MoreButton } from '@/components/MoreButton';
import { buildCheckAddress } from '@/components/planning/nameLinks';
import { markMatch } from './highlight';
import { HighlightedText } from './HighlightedText';
import { matchedLabels, nameEntityLabels } from './labels';
import type { FoundName } from './api';
import { buildCompanyAddress, type NameQuery } from './names';
import { NamesFailure } from './NamesFailure';
import { NameStatusTag } from './NameStatusTag';
import { Place } from './Place';
import { SearchPaused } from './SearchPaused';
import type { NameSearch } from './useNameSearch';

interface FoundNamesProps {
  query: NameQuery;
  nameSearch: NameSearch;
  /** True when the search field already shows why the portal refused the search. */
  isRefused: boolean;
}

/** Shows the results of the search, preceded by a notice while the search is paused. */
export function FoundNames(props: FoundNamesProps) {
  const openAt = useReopeningTime();
  return (
    <>
      {openAt !== null && <SearchPaused openAt={openAt} />}
      {(openAt === null || props.nameSearch.answer !== null) && <Results {...props} />}
    </>
  );
}

function Results({ query, nameSearch, isRefused }: FoundNamesProps) {
  const { i18n } = useLingui();
  const { items, answer, error, isSearching, hasMore } = nameSearch;
  const counties = useCountyNames();
  const list = useRef<HTMLOListElement>(null);
  const { name } = query;

  if (isRefused) return null;
  if (error !== undefined && (items.length === 0 || !hasMore))
    return <NamesFailure error={error} onRetry={nameSearch.retry} />;
  if (!answer) return <Skeleton lines={6} />;

  const asOf = formatDay(answer.asOf, i18n.locale);
  const total = getNumberFormat(i18n.locale, {}).format(answer.total);
  return (
    <section className="found-names" aria-labelledby="found" aria-busy={isSearching}>
      <div role="status">
        <h2 id="found">
          {answer.isTotalFloor && answer.total === items.length ? (
            <Plural value={answer.total} one="The nearest name" other="The # nearest names" />
          ) : answer.isTotalFloor ? (
            <Trans>More than {total} names</Trans>
          ) : items.length === 0 ? (
            <Trans>No names found</Trans>
          ) : (
            <Plural value={answer.total} one="# name" other="# names" />
          )}
        </h2>
      </div>
      <p className="fine-print">
        {!answer.hasReservations ? (
          <Trans>
            As of {asOf}. We can’t check newer reservations right now, so a name that isn’t listed may still
            be taken.
          </Trans>
        ) : query.city ? (
          <Trans>
            As of {asOf}. Names that are only reserved have no city yet, so this list leaves them out.
          </Trans>
        ) : (
          <Trans>As of {asOf}. New reservations appear right away.</Trans>
        )}
      </p>
      {items.length === 0 ? (
        <div className="card names__empty">
          <p>
            <Trans>
              No listed name starts with it, contains it, or is spelled like it. To find out if it is
              available, check the name under state rules.
            </Trans>
          </p>
          <Link to={buildCheckAddress(name, query.entityType)} className="usa-button">
            <Trans>Check this name</Trans>
          </Link>
        </div>
      ) : (
        <ol ref={list} className="line-list">
          {items.map((item) => (
            <FoundNameRow key={item.id} item={item} typed={name} county={counties.get(item.county) ?? ''} />
          ))}
        </ol>
      )}
      {error !== undefined && <NamesFailure error={error} onRetry={nameSearch.retry} />}
      <MoreButton
        found={nameSearch}
        count={items.length}
        focus={(place) => list.current?.querySelectorAll<HTMLElement>('.found-name')[place]?.focus()}
      >
        <Trans>Show more names</Trans>
      </MoreButton>
    </section>
  );
}

function FoundNameRow({ item, typed, county }: { item: FoundName; typed: string; county: string }) {
  const { t, i18n } = useLingui();
  const { search } = useLocation();
  const { name, city, entityType, formedOn, matched, status } = item;
  const day = formatShortDay(formedOn, i18n.locale);
  return (
    <li className="found-name" tabIndex={-1}>
      <div className="row row--between">
        <span className="found-name__name">
          <Link to={buildCompanyAddress(item)} state={{ search }} className="usa-link">
            <HighlightedText parts={markMatch(name, typed, matched)} />
          </Link>
        </span>
        <NameStatusTag status={status} />
      </div>
      <ul className="usa-list--unstyled row quiet small">
        <li>{t(nameEntityLabels[entityType])}</li>
        {(city || county) && (
          <li>
            <Place city={city} county={county} />
          </li>
        )}
        <li>{status === 'reserved' ? <Trans>reserved on {day}</Trans> : <Trans>since {day}</Trans>}</li>
        <li>
          <Icon name="search" /> {t(matchedLabels[matched])}
        </li>
      </ul>
    </li>
  );
}
