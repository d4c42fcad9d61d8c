/* eslint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- a cell is taken for one of a grid */
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatAmount } from '@/lib/i18n/amounts';
import { formatShortDay } from '@/lib/i18n/dates';
import { buildTransactionPath, getLinkId } from './addresses';
import type { Transaction } from './api';
import { getTitle, typeLabels } from './labels';
import { StatusTag } from './StatusTag';

interface TransactionTableProps {
  items: readonly Transaction[];
  search: string;
  shownId: string | undefined;
}

/**
 * Shows the transactions as a table. On small screens the styles turn rows into cards; the explicit roles remain because
 * browsers drop the table roles in that layout.
 */
export function TransactionTable({ items, search, shownId }: TransactionTableProps) {
  const { t, i18n } = useLingui();
  return (
    <table className="data-table transaction-table" role="table">
      <caption className="usa-sr-only">
        <Trans>Transactions, newest first</Trans>
      </caption>
      <thead>
        <tr role="row">
          <th scope="col" role="columnheader">
            <Trans>Date</Trans>
          </th>
          <th scope="col" role="columnheader">
            <Trans>Transaction</Trans>
          </th>
          <th scope="col" role="columnheader">
            <Trans>Type</Trans>
          </th>
          <th scope="col" role="columnheader">
            <Trans>Status</Trans>
          </th>
          <th scope="col" role="columnheader" className="amount transaction-row__amount">
            <Trans>Amount</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id} role="row" className="transaction-row">
            <td
              role="cell"
              className={`transaction-row__date text-no-wrap ${item.id === shownId ? 'marked' : ''}`}
            >
              <time dateTime={item.occurredOn}>{formatShortDay(item.occurredOn, i18n.locale)}</time>
            </td>
            <th scope="row" role="rowheader" className="transaction-row__name text-normal">
              <Link
                id={getLinkId(item.id)}
                className="row-link text-bold"
                to={{ pathname: buildTransactionPath(item.id), search }}
                state={{ isFromList: true }}
                // Going back once returns to the list, even after several transactions.
                replace={shownId !== undefined}
                aria-current={item.id === shownId ? 'true' : undefined}
              >
                <bdi>{getTitle(item, i18n.locale)}</bdi>
              </Link>
              <span className="block quiet small">
                {item.agencyName} · {item.serviceName}
              </span>
            </th>
            <td role="cell" className="quiet transaction-row__type">
              {t(typeLabels[item.type])}
            </td>
            <td role="cell" className="transaction-row__status">
              <StatusTag status={item.status} />
            </td>
            <td role="cell" className="amount transaction-row__amount">
              {item.amount ? (
                formatAmount(item.amount, i18n.locale)
              ) : (
                <>
                  <span aria-hidden="true">–</span>
                  <span className="usa-sr-only">{t`No amount`}</span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
