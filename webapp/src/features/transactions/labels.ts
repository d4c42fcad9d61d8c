import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { formatMonth } from '@/lib/i18n/dates';
import type { Transaction } from './api';
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

/** Returns the title of a transaction: the period or month if the description only repeats the service. */
export function getTitle(transaction: Transaction, locale: string): string {
  const { description, serviceName, period, occurredOn } = transaction;
  if (description === serviceName) return period ?? formatMonth(occurredOn, locale);
  return period && !description.includes(period) ? `${description}, ${period}` : description;
}
