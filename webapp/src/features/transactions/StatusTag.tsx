import Cancelled from '@uswds/uswds/img/usa-icons/do_not_disturb.svg?react';
import Failed from '@uswds/uswds/img/usa-icons/error.svg?react';
import Pending from '@uswds/uswds/img/usa-icons/schedule.svg?react';
import Completed from '@uswds/uswds/img/usa-icons/check_circle.svg?react';
import Refunded from '@uswds/uswds/img/usa-icons/undo.svg?react';
import { useLingui } from '@lingui/react/macro';
import type { TransactionStatus } from './filters';
import { statusLabels } from './labels';

const icons = {
  pending: Pending,
  completed: Completed,
  failed: Failed,
  refunded: Refunded,
  cancelled: Cancelled,
} as const;

const tagKinds = {
  pending: 'open',
  completed: 'good',
  failed: 'bad',
  refunded: 'quiet',
  cancelled: 'quiet',
} as const;

/** Shows the status of a transaction as text, icon, and color. */
export function StatusTag({ status }: { status: TransactionStatus }) {
  const { t } = useLingui();
  const StatusIcon = icons[status];
  return (
    <span className={`tag tag--${tagKinds[status]} text-no-wrap`}>
      <StatusIcon className="usa-icon" aria-hidden="true" focusable="false" />
      {t(statusLabels[status])}
    </span>
  );
}
