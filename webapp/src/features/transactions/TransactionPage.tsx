import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { PageHeading } from '@/components/PageHeading';
import { Icon } from '@/components/Icon';
import type { Transaction } from './api';
import { TransactionDetails } from './TransactionDetails';
import { useTransaction } from './useTransaction';

interface TransactionPageProps {
  id: string;
  known: Transaction | undefined;
  /** Of the list's address. */
  search: string;
  onClose: () => void;
}

/** One transaction as a page of its own, where there is no room beside the list. */
export function TransactionPage({ id, known, search, onClose }: TransactionPageProps) {
  const { t } = useLingui();
  const found = useTransaction(id, known);
  const title = found.transaction?.description ?? t`Transaction`;
  return (
    <div className="page page--narrow transaction-page">
      <Link
        to={{ pathname: paths.transactions, search }}
        className="usa-link transaction-page__back"
        onClick={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        <Icon name="navigate_before" />
        <Trans>All transactions</Trans>
      </Link>
      <PageHeading title={title}>
        <span dir="auto">{title}</span>
      </PageHeading>
      <TransactionDetails {...found} />
    </div>
  );
}
