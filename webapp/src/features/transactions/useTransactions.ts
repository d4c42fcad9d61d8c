import { useLingui } from '@lingui/react';
import { usePages, type Pages } from '@/lib/api/usePages';
import { useVisitCache } from '@/lib/api/useVisitCache';
import { useAccount } from '@/lib/auth/session';
import { listTransactions, pageKey, type Page, type Transaction } from './api';
import { queryOf, type Filters } from './filters';

/** So many transactions are shown at first, and more each time. */
export const pageLength = 25;

export interface Transactions extends Pages<Page> {
  items: readonly Transaction[];
  /** The day back to which was searched; null when everything was. */
  searchedTo: string | null;
}

/**
 * The transactions that the filters let through, newest first, as far as they were asked for.
 *
 * Answers stay at hand as long as the page is open, so that the way back to an earlier search is short; a later visit
 * reads anew.
 *
 * @param visit names this visit of the page; null as long as nothing is to be read.
 */
export function useTransactions(filters: Filters, visit: string | null): Transactions {
  const { id: userId } = useAccount();
  const { i18n } = useLingui();
  const query = queryOf(filters);
  const search = JSON.stringify(query);
  useVisitCache(visit);

  const found = usePages<Page, ReturnType<typeof pageKey>>(
    (previous) =>
      visit === null || previous?.nextToken === null
        ? null
        : pageKey(userId, i18n.locale, visit, search, previous?.nextToken ?? ''),
    ([, , , , , nextToken]) =>
      listTransactions({ ...query, limit: String(pageLength), ...(nextToken && { nextToken }) }),
    { step: { length: pageLength, countItems: ({ items }) => items.length } },
  );
  const pages = found.data ?? [];
  return {
    ...found,
    items: pages.flatMap(({ items }) => items),
    searchedTo: pages.at(-1)?.scannedUntil ?? null,
  };
}
