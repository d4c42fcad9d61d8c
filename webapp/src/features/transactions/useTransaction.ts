import { ApiError } from '@/lib/api/errors';
import { useTransactionRead, type Transaction } from './api';

/** One transaction: what is known of it already, until it has been read. */
export function useTransaction(id: string, known: Transaction | undefined) {
  const { data, error, mutate } = useTransactionRead(id);
  const isMissing = error instanceof ApiError && error.status === 404;
  return {
    transaction: isMissing ? undefined : (data ?? known),
    isMissing,
    error: isMissing ? undefined : error,
    retry: () => void mutate(),
  };
}
