import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Pages } from '@/lib/api/usePages';
import { formatMonth } from '@/lib/i18n/dates';
import { Button } from '@/components/Button';
import { FailedRead } from '@/components/FailedRead';
import { Icon } from '@/components/Icon';
import { Skeleton } from '@/components/Skeleton';
import { MoreButton } from '@/components/MoreButton';

/** The id of the line with the number of items. */
export const countId = 'results-count';

interface ResultsProps {
  found: Omit<Pages<unknown>, 'data'>;
  /** The ids of the links to the shown items. */
  linkIds: readonly string[];
  /** Describes the number of items. */
  counted: ReactNode;
  /** The day back to which the search went; null if it has no limit. */
  searchedTo: string | null;
  isFiltered: boolean;
  noMatch: string;
  showAll: string;
  onShowAll: () => void;
  /** Shown if there are no items, and no filters. */
  nothing: ReactNode;
  /** Buttons for the whole list. */
  tools?: ReactNode;
  /** The items. */
  children: ReactNode;
}

/** The found items, or the reason why there are none, the extent of the search, and the button for more. */
export function Results({
  found,
  linkIds,
  counted,
  searchedTo,
  isFiltered,
  noMatch,
  showAll,
  onShowAll,
  nothing,
  tools,
  children,
}: ResultsProps) {
  const { i18n } = useLingui();
  const { isLoading, isSearching, hasMore, error, retry } = found;
  const isEmpty = isLoading || linkIds.length === 0;
  const isOver = !isSearching && !hasMore && error === undefined;
  const month = found.isShort && searchedTo !== null ? formatMonth(searchedTo, i18n.locale) : null;
  return (
    <div className="results" aria-busy={isSearching}>
      <div className="row results__top">
        <p id={countId} className="quiet margin-0" role="status" tabIndex={-1}>
          {!isEmpty && <span>{counted}</span>}
          {isEmpty && isOver && isFiltered && <span>{noMatch}</span>}
          {isSearching && month && (
            <>
              {' '}
              <Trans>Searching before {month}…</Trans>
            </>
          )}
        </p>
        {!isEmpty && tools}
      </div>
      {!isEmpty && children}
      {(isLoading || (isSearching && isEmpty)) && <Skeleton lines={9} />}
      {error !== undefined && <FailedRead error={error} onRetry={retry} />}
      {isEmpty && isOver && !isFiltered && nothing}
      {isEmpty && isOver && isFiltered && (
        <div className="card empty">
          <Icon name="search" className="empty__icon" />
          <p className="empty__headline">
            <Trans>Nothing matches these filters</Trans>
          </p>
          <p className="empty__text">
            <Trans>Remove a filter, widen the dates, or search for fewer words.</Trans>
          </p>
          <Button kind="outline" onClick={onShowAll}>
            {showAll}
          </Button>
        </div>
      )}
      <div className="quiet results__more">
        {month && !isSearching && error === undefined && (
          <p>
            {isEmpty ? <Trans>Nothing found since {month}.</Trans> : <Trans>Searched back to {month}.</Trans>}
          </p>
        )}
        <MoreButton
          found={{ ...found, hasMore: hasMore && !(isSearching && isEmpty) }}
          count={linkIds.length}
          focus={(place) => document.getElementById(linkIds[place] ?? countId)?.focus()}
        >
          {month ? <Trans>Search earlier dates</Trans> : <Trans>Show more</Trans>}
        </MoreButton>
        {!isEmpty && isOver && (
          <p>
            {isFiltered ? (
              <Trans>That is everything that matches.</Trans>
            ) : (
              <Trans>That is everything.</Trans>
            )}
          </p>
        )}
      </div>
    </div>
  );
}
