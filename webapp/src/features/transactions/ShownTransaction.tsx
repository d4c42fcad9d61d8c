import { useLingui } from '@lingui/react/macro';
import { paths } from '@/lib/paths';
import { DetailPage, DetailPanel } from '@/components/list/Detail';
import type { Transaction } from './api';
import { getTitle } from './labels';
import { TransactionDetails } from './TransactionDetails';
import { useTransaction } from './useTransaction';

interface ShownTransactionProps {
  id: string;
  known: Transaction | undefined;
  /** The query of the list's address. */
  search: string;
  isBesideList: boolean;
  onClose: () => void;
}

/** Shows a transaction beside the list or on its own page. */
export function ShownTransaction({ id, known, search, isBesideList, onClose }: ShownTransactionProps) {
  const { t, i18n } = useLingui();
  const details = useTransaction(id, known);
  const panelProps = {
    title: details.transaction ? getTitle(details.transaction, i18n.locale) : t`Transaction`,
    onClose,
    children: <TransactionDetails {...details} />,
  };
  return isBesideList ? (
    <DetailPanel {...panelProps} closeLabel={t`Close the details`} />
  ) : (
    <DetailPage
      {...panelProps}
      list={{ pathname: paths.transactions, search }}
      backLabel={t`All transactions`}
    />
  );
}
