import { useRead } from '@/lib/api/useRead';
import { ApiError } from '@/lib/api/errors';
import type { Transaction } from './filters';

/** One transaction: what is known of it already, until it has been read. */
export function useTransaction(id: string, known: Transaction | undefined) {
  const { data, error, mutate } = useRead('/api/transactions/{id}', {
    parameters: { id },
    keepPreviousData: false,
  });
  const isMissing = error instanceof ApiError && error.status === 404;
  return {
    transaction: isMissing ? undefined : (data ?? known),
    isMissing,
    error: isMissing ? undefined : error,
    retry: () => void mutate(),
  };
}
