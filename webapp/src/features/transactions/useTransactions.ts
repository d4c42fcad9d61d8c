import { useLingui } from '@lingui/react';
import { usePages, type Pages } from '@/lib/api/usePages';
import { useVisitCache } from '@/lib/api/useVisitCache';
import { useAccount } from '@/lib/auth/session';
import { listTransactions, buildPageKey, type Page, type Transaction } from './api';
import { buildQuery, type Filters } from './filters';

/** The number of transactions that are shown at first, and added each time. */
export const pageSize = 25;

export interface Transactions extends Pages<Page> {
  items: readonly Transaction[];
  /** The day down to which the list was filtered; null if the list is complete. */
  scannedUntil: string | null;
}

/**
 * Lists the filtered transactions, newest first, page by page. Replies are cached for one visit of the page; the next
 * visit loads them again.
 *
 * @param visit the id of the visit; null to load nothing.
 */
export function useTransactions(filters: Filters, visit: string | null): Transactions {
  const { id: userId } = useAccount();
  const { i18n } = useLingui();
  const query = buildQuery(filters);
  const search = JSON.stringify(query);
  useVisitCache(visit);

  const result = usePages<Page, ReturnType<typeof buildPageKey>>(
    (previous) =>
      visit === null || previous?.nextToken === null
        ? null
        : buildPageKey(userId, i18n.locale, visit, search, previous?.nextToken ?? ''),
    ([, , , , , nextToken]) =>
      listTransactions({ ...query, limit: String(pageSize), ...(nextToken && { nextToken }) }),
    { step: { length: pageSize, countItems: ({ items }) => items.length } },
  );
  const pages = result.data ?? [];
  return {
    ...result,
    items: pages.flatMap(({ items }) => items),
    scannedUntil: pages.at(-1)?.scannedUntil ?? null,
  };
}
