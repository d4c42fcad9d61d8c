import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { TransactionStatus, TransactionType } from './filters';

export const typeLabels: Readonly<Record<TransactionType, MessageDescriptor>> = {
  payment: msg`Payment`,
  renewal: msg`Renewal`,
  filing: msg`Filing`,
  change: msg`Change`,
  document: msg`Document`,
};

export const statusLabels: Readonly<Record<TransactionStatus, MessageDescriptor>> = {
  pending: msg`Pending`,
  completed: msg`Completed`,
  failed: msg`Failed`,
  refunded: msg`Refunded`,
  cancelled: msg`Cancelled`,
};
