import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { monthInWords } from '@/lib/i18n/dates';
import { useFocusOnNext } from '@/lib/useFocusOnNext';
import { FailedRead } from '@/components/FailedRead';
import { Icon } from '@/components/Icon';
import { Skeleton } from '@/components/Skeleton';
import { TransactionTable } from './TransactionTable';
import type { Transactions } from './useTransactions';

interface ResultsProps {
  transactions: Transactions;
  isFiltered: boolean;
  search: string;
  shownId: string | undefined;
  /** The ways to take the list along. */
  downloads: ReactNode;
  onClear: () => void;
}

/** What was found, how far the search got, and the way to more. */
export function Results({ transactions, isFiltered, search, shownId, downloads, onClear }: ResultsProps) {
  const { t, i18n } = useLingui();
  const { items, isLoading, isSearching, hasMore, scannedUntil, error, goOn, retry } = transactions;
  const isEmpty = items.length === 0;
  const isOver = !isSearching && !hasMore && error === undefined;
  const month = scannedUntil && monthInWords(scannedUntil, i18n.locale);
  const goOnFromHere = useFocusOnNext(
    items.length,
    isSearching,
    (place) => {
      const next = items[place];
      document.getElementById(next ? `transaction-${next.id}` : 'transactions-count')?.focus();
    },
    goOn,
  );

  return (
    <div className="results" aria-busy={isSearching}>
      <div className="results__top">
        <p id="transactions-count" className="results__count" role="status" tabIndex={-1}>
          {!isEmpty && <Plural value={items.length} one="# transaction shown" other="# transactions shown" />}
          {isEmpty && isOver && isFiltered && <Trans>No transaction matches</Trans>}
          {isSearching && month && (
            <>
              {' '}
              <Trans>Searching before {month}…</Trans>
            </>
          )}
        </p>
        {!isEmpty && downloads}
      </div>
      {!isEmpty && <TransactionTable items={items} search={search} shownId={shownId} />}
      {(isLoading || (isSearching && isEmpty)) && <Skeleton lines={9} />}
      {error !== undefined && <FailedRead error={error} onRetry={retry} />}
      {isEmpty && isOver && (isFiltered ? <NoMatch onClear={onClear} /> : <NothingYet />)}
      {hasMore && error === undefined && !(isSearching && isEmpty) && (
        <div className="results__more">
          {month && !isSearching && (
            <p>
              {isEmpty ? (
                <Trans>Nothing was found back to {month}.</Trans>
              ) : (
                <Trans>Searched back to {month}.</Trans>
              )}
            </p>
          )}
          <button
            type="button"
            className="usa-button usa-button--outline"
            aria-disabled={isSearching}
            onClick={goOnFromHere}
          >
            {isSearching ? t`Please wait…` : month ? t`Search further back` : t`Show more`}
          </button>
        </div>
      )}
      {!isEmpty && isOver && (
        <p className="results__end">
          {isFiltered ? <Trans>That is everything that matches.</Trans> : <Trans>That is everything.</Trans>}
        </p>
      )}
    </div>
  );
}

function NothingYet() {
  return (
    <div className="card empty">
      <Icon name="history" className="empty__icon" />
      <p className="empty__headline">
        <Trans>No transactions yet</Trans>
      </p>
      <p className="empty__text">
        <Trans>
          When you pay, renew, file or change something with an agency that you are connected with, it appears
          here with its confirmation number and receipt. There is nothing you need to do until then.
        </Trans>
      </p>
    </div>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <div className="card empty">
      <Icon name="search" className="empty__icon" />
      <p className="empty__headline">
        <Trans>Nothing matches these filters</Trans>
      </p>
      <p className="empty__text">
        <Trans>Take a filter away, choose a longer time, or search for fewer words.</Trans>
      </p>
      <button type="button" className="usa-button usa-button--outline" onClick={onClear}>
        <Trans>Show all transactions</Trans>
      </button>
    </div>
  );
}
