import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Icon } from '@/components/Icon';
import { Results } from '@/components/list/Results';
import { getLinkId } from './addresses';
import { TransactionTable } from './TransactionTable';
import type { Transactions } from './useTransactions';

interface TransactionResultsProps {
  transactions: Transactions;
  isFiltered: boolean;
  search: string;
  shownId: string | undefined;
  /** The download and print buttons. */
  downloads: ReactNode;
  onClear: () => void;
}

export function TransactionResults({
  transactions,
  isFiltered,
  search,
  shownId,
  downloads,
  onClear,
}: TransactionResultsProps) {
  const { t } = useLingui();
  const { items, scannedUntil: searchedTo } = transactions;
  return (
    <Results
      found={transactions}
      linkIds={items.map(({ id }) => getLinkId(id))}
      counted={<Plural value={items.length} one="# transaction shown" other="# transactions shown" />}
      searchedTo={searchedTo}
      isFiltered={isFiltered}
      noMatch={t`No transaction matches`}
      showAll={t`Show all transactions`}
      onShowAll={onClear}
      nothing={<NothingYet />}
      tools={downloads}
    >
      <TransactionTable items={items} search={search} shownId={shownId} />
    </Results>
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
          When you pay, renew, file, or change something with a connected agency, it appears here with its
          confirmation number and receipt. You don’t need to do anything until then.
        </Trans>
      </p>
    </div>
  );
}
