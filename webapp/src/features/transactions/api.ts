import { call, readAs, type AnswerBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';

const transactionsPath = '/api/transactions';

export type Page = AnswerBody<typeof transactionsPath, 'get'>;
export type Transaction = Page['items'][number];
type Query = Record<string, string>;

/** Builds the cache key of a page of the list, per visit. */
export const buildPageKey = (
  userId: string,
  language: string,
  visit: string,
  search: string,
  nextToken: string,
) => [transactionsPath, userId, language, visit, search, nextToken] as const;
export const listTransactions = (query: Query) => call('get', transactionsPath, { query });
export const readTransactionsAs = (mediaType: string, query: Query) =>
  readAs(mediaType, transactionsPath, { query });
export const useTransactionRead = (id: string) =>
  useRead(`${transactionsPath}/{id}`, { parameters: { id }, keepPreviousData: false });
export const useSummary = (query: Query, isWanted = true) =>
  useRead(`${transactionsPath}/summary`, { query, keepPreviousData: false, isWanted });
export const useCatalog = () => useRead('/api/subscriptions/agencyservice');
