import { generatePath } from 'react-router';
import { paths } from '@/lib/paths';

/** The address of one transaction. */
export function addressOfTransaction(id: string): string {
  return generatePath(paths.transaction, { id });
}

/** The id of a transaction's link in the list. */
export const linkIdOf = (id: string): string => `transaction-${id}`;
