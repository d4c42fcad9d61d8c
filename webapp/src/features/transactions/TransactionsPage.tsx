import '@/styles/forms.scss';
import './transactions.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { useMatch, useNavigate, useSearchParams } from 'react-router';
import { useArrival } from '@/lib/arrival';
import { paths } from '@/lib/paths';
import { PageHeading } from '@/components/PageHeading';
import { useMediaQuery } from '@/components/useMediaQuery';
import { AppliedFilters } from './AppliedFilters';
import { Downloads } from './Downloads';
import { FilterForm } from './FilterForm';
import { filtersIn, isFiltered, searchOf, type Filters } from './filters';
import { Results } from './Results';
import { TransactionPage } from './TransactionPage';
import { TransactionPanel } from './TransactionPanel';
import { useFilterChoices } from './useFilterChoices';
import { useTransactions } from './useTransactions';

/** Where a page is wide enough for the list and one transaction side by side; the same as in the styles. */
const wide = '(min-width: 64em)';

/** Everything that the person paid, renewed, filed, changed or was issued; one of them beside the list, or alone. */
export function TransactionsPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const filters = filtersIn(search);
  const shownId = useMatch(paths.transaction)?.params.id;
  const isWide = useMediaQuery(wide);
  const visit = useId();

  const isListed = isWide || shownId === undefined;
  const [wasListed, setWasListed] = useState(isListed);
  if (isListed && !wasListed) setWasListed(true);

  const transactions = useTransactions(filters, wasListed ? visit : null);
  const choices = useFilterChoices();
  const navigate = useNavigate();
  const close = useClose(searchOf(filters));
  useReturnOfFocus(shownId);

  const apply = (changed: Filters) =>
    void navigate({ pathname: paths.transactions, search: searchOf(changed) });
  const known = transactions.items.find(({ id }) => id === shownId);

  if (!isListed)
    return (
      <TransactionPage key={shownId} id={shownId} known={known} search={searchOf(filters)} onClose={close} />
    );
  return (
    <div className="page transactions">
      <PageHeading title={t`Transactions`} />
      <p className="lead">
        <Trans>
          What you paid, renewed, filed, changed or were issued, at every agency you are connected with.
        </Trans>
      </p>
      <FilterForm filters={filters} choices={choices} onApply={apply} />
      <div className={`transactions__columns ${shownId === undefined ? '' : 'transactions__columns--two'}`}>
        <section className="transactions__list" aria-label={t`List of transactions`}>
          <AppliedFilters filters={filters} choices={choices} onApply={apply} />
          <Results
            transactions={transactions}
            isFiltered={isFiltered(filters)}
            search={searchOf(filters)}
            shownId={shownId}
            downloads={<Downloads key={searchOf(filters)} filters={filters} />}
            onClear={() => void navigate(paths.transactions)}
          />
        </section>
        {shownId !== undefined && (
          <TransactionPanel key={shownId} id={shownId} known={known} onClose={close} />
        )}
      </div>
    </div>
  );
}

/** The way from one transaction back to the list: the step that led here backwards, when there was one. */
function useClose(search: string): () => void {
  const navigate = useNavigate();
  const { isFromList } = useArrival();
  return () => {
    if (isFromList) void navigate(-1);
    else void navigate({ pathname: paths.transactions, search }, { replace: true });
  };
}

/** Gives the focus back to the transaction that was shown, or to the heading when the list does not hold it. */
function useReturnOfFocus(shownId: string | undefined): void {
  const before = useRef(shownId);
  useEffect(() => {
    const left = before.current;
    before.current = shownId;
    if (left === undefined || shownId !== undefined) return;
    const row = document.getElementById(`transaction-${left}`);
    (row ?? document.querySelector<HTMLElement>('h1'))?.focus();
  }, [shownId]);
}
