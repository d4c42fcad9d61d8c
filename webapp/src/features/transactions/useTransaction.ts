import { ApiError } from '@/lib/api/errors';
import { useTransactionRead, type Transaction } from './api';

/** Reads a transaction; until then it returns the known version from the list. */
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
