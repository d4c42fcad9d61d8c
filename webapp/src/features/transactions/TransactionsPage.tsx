import '@/styles/parts.scss';
import '@/styles/forms.scss';
import '@/components/list/list.scss';
import './transactions.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { useMatch, useNavigate, useSearchParams } from 'react-router';
import { createFirstReads } from '@/lib/api/firstReads';
import { useVisit } from '@/lib/api/useVisitCache';
import { createLazyComponent } from '@/lib/lazyComponent';
import { paths } from '@/lib/paths';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { useDetail } from '@/components/list/useDetail';
import { getLinkId } from './addresses';
import { useSummary } from './api';
import { AppliedFilters } from './AppliedFilters';
import { Downloads } from './Downloads';
import { FilterForm } from './FilterForm';
import { parseFilters, isFiltered, buildQuery, buildSearch, type Filters } from './filters';
import { TransactionResults } from './TransactionResults';
import { useFilterChoices } from './useFilterChoices';
import { useTransactions } from './useTransactions';

/** Loaded after the list, which comes first. */
const Spending = createLazyComponent(async () => (await import('./Spending')).Spending);

const ShownTransaction = createLazyComponent(
  async () => (await import('./ShownTransaction')).ShownTransaction,
);

/** Returns true if the selected status has sums. */
const hasSums = ({ status }: Filters) => (status || 'completed') === 'completed';

TransactionsPage.FirstReads = createFirstReads(() => {
  const [search] = useSearchParams();
  const filters = parseFilters(search);
  const visit = useVisit();
  useTransactions(filters, useMatch(paths.transaction) ? null : visit);
  useSummary(buildQuery({ ...filters, status: '' }), hasSums(filters) && !isFiltered(filters));
  useFilterChoices();
});

/** Lists the person's transactions and shows a selected one beside the list or alone. */
export default function TransactionsPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const filters = parseFilters(search);
  const shownId = useMatch(paths.transaction)?.params.id;
  const { isWide, close } = useDetail(
    shownId,
    { pathname: paths.transactions, search: buildSearch(filters) },
    getLinkId,
  );
  const visit = useVisit();

  const isListed = isWide || shownId === undefined;
  const [wasListed, setWasListed] = useState(isListed);
  if (isListed && !wasListed) setWasListed(true);

  const transactions = useTransactions(filters, wasListed ? visit : null);
  const { items, isLoading } = transactions;
  const choices = useFilterChoices();
  const navigate = useNavigate();

  const apply = (changed: Filters) =>
    void navigate({ pathname: paths.transactions, search: buildSearch(changed) });
  const known = items.find(({ id }) => id === shownId);

  const shown = shownId !== undefined && (
    <Suspense fallback={<Skeleton lines={7} />}>
      <ShownTransaction
        key={shownId}
        id={shownId}
        known={known}
        search={buildSearch(filters)}
        isBesideList={isWide}
        onClose={() => close()}
      />
    </Suspense>
  );

  if (!isListed) return shown;
  return (
    <div className="page">
      <PageHeading title={t`Transactions`} />
      <p className="lead">
        <Trans>Your payments, renewals, filings, and changes with your connected agencies.</Trans>
      </p>
      <FilterForm filters={filters} choices={choices} onApply={apply} />
      <div className={shownId === undefined ? '' : 'cards'}>
        <section className="transactions__list" aria-label={t`List of transactions`}>
          <AppliedFilters filters={filters} choices={choices} onApply={apply} />
          {/* The card reserves the space of the sums while they load. Other statuses have no sums. */}
          {hasSums(filters) && (isLoading || items.length > 0) && (
            <div className="card spending">
              <Suspense>{!isLoading && <Spending filters={filters} />}</Suspense>
            </div>
          )}
          <TransactionResults
            transactions={transactions}
            isFiltered={isFiltered(filters)}
            search={buildSearch(filters)}
            shownId={shownId}
            downloads={<Downloads key={buildSearch(filters)} filters={filters} />}
            onClear={() => void navigate(paths.transactions)}
          />
        </section>
        {shown}
      </div>
    </div>
  );
}
