import LaunchIcon from '@uswds/uswds/img/usa-icons/launch.svg?react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatAmount } from '@/lib/i18n/amounts';
import { formatDay } from '@/lib/i18n/dates';
import { getDay, formatMoment } from '@/lib/i18n/moments';
import { Awaited } from '@/components/FailedRead';
import type { Transaction } from './api';
import { typeLabels } from './labels';
import { StatusTag } from './StatusTag';
import type { useTransaction } from './useTransaction';

/** Shows the details of a transaction below its heading. */
export function TransactionDetails({
  transaction,
  isMissing,
  error,
  retry,
}: ReturnType<typeof useTransaction>) {
  if (transaction) return <Facts transaction={transaction} />;
  if (isMissing)
    return (
      <p>
        <Trans>We couldn’t find this transaction. The address may be incomplete or out of date.</Trans>
      </p>
    );
  return <Awaited lines={7} error={error} onRetry={retry} />;
}

function Facts({ transaction }: { transaction: Transaction }) {
  const { t, i18n } = useLingui();
  const { amount, convenienceFee, agencyName } = transaction;
  return (
    <>
      <div className="row row--between">
        {amount && <p className="margin-0 amount transaction-amount">{formatAmount(amount, i18n.locale)}</p>}
        <StatusTag status={transaction.status} />
      </div>
      <dl className="fact-rows divided">
        <Fact name={t`Date`}>{formatDay(transaction.occurredOn, i18n.locale)}</Fact>
        <Fact name={t`Type`}>{t(typeLabels[transaction.type])}</Fact>
        <Fact name={t`Agency`}>{agencyName}</Fact>
        <Fact name={t`Service`}>{transaction.serviceName}</Fact>
        <Fact name={t`Period`}>{transaction.period}</Fact>
        <Fact name={t`Confirmation number`}>{transaction.referenceNumber}</Fact>
        <Fact name={t`Convenience fee`}>{convenienceFee && formatAmount(convenienceFee, i18n.locale)}</Fact>
        <Fact name={t`Paid with`}>{transaction.method}</Fact>
        <Fact name={t`Last change`}>
          {/* A change on the day of the transaction adds no information. */}
          {getDay(transaction.updatedAt) > transaction.occurredOn &&
            formatMoment(transaction.updatedAt, i18n.locale)}
        </Fact>
      </dl>
      {transaction.receiptUrl && (
        <a
          className="usa-button usa-button--outline"
          href={transaction.receiptUrl}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Trans>Receipt at {agencyName}</Trans>
          <LaunchIcon className="usa-icon" aria-hidden="true" focusable="false" />
          <span className="usa-sr-only">{t`(opens in a new tab)`}</span>
        </a>
      )}
      <p className="fine-print">
        <Trans>These details come from {agencyName}. If something is wrong, ask the agency.</Trans>
      </p>
    </>
  );
}

/** Shows a line of the details, or nothing if it has no value. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
