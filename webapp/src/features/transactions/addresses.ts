import { generatePath } from 'react-router';
import { paths } from '@/lib/paths';

export function buildTransactionPath(id: string): string {
  return generatePath(paths.transaction, { id });
}

/** Returns the element id of a transaction's link in the list. */
export const getLinkId = (id: string): string => `transaction-${id}`;
