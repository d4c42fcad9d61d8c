import { useLingui } from '@lingui/react';
import { useEffect, useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import { isCancelled } from '@/lib/api/call';
import { useVisitCache } from '@/lib/api/useVisitCache';
import { useAccount } from '@/lib/auth/session';
import { listTransactions, pageKey, type Page, type Transaction } from './api';
import { queryOf, type Filters } from './filters';

/** So many transactions are shown at first, and more each time. */
export const pageLength = 25;

/**
 * The portal looks through a part of the history for each answer, so a rare match can take many of them. After so many
 * the person is asked whether to go on.
 */
export const answersAtATime = 6;

interface Target {
  /** Of which search this is the target. */
  search: string;
  /** How many transactions to show. */
  length: number;
  /** How many answers to ask for at most, altogether. */
  answers: number;
}

export interface Transactions {
  items: readonly Transaction[];
  /** Nothing has come yet. */
  isLoading: boolean;
  /** More is on its way. */
  isSearching: boolean;
  /** There may be more than what is shown. */
  hasMore: boolean;
  /** The day down to which was searched; null when the last answers were full or everything was searched. */
  scannedUntil: string | null;
  error: unknown;
  /** Shows more, or searches further back. */
  goOn: () => void;
  retry: () => void;
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

  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<Page, unknown>(
    (index: number, previous: Page | null) => {
      if (visit === null || (index > 0 && !previous?.nextToken)) return null;
      return pageKey(userId, i18n.locale, visit, search, previous?.nextToken ?? '');
    },
    ([, , , , , nextToken]: readonly string[]) =>
      listTransactions({ ...query, limit: String(pageLength), ...(nextToken && { nextToken }) }),
    { revalidateFirstPage: false, revalidateOnReconnect: false },
  );

  const pages = data ?? [];
  const items = pages.flatMap((page) => page.items);
  const last = pages.at(-1);
  const hasMore = Boolean(last?.nextToken);
  const failure = isCancelled(error) ? undefined : error;

  const [wanted, setWanted] = useState<Target>({ search, length: pageLength, answers: answersAtATime });
  const target = wanted.search === search ? wanted : { search, length: pageLength, answers: answersAtATime };
  const isShort = hasMore && items.length < target.length;
  const goesOn = isShort && pages.length < target.answers && failure === undefined;

  useEffect(() => {
    if (goesOn && !isValidating && size === pages.length) void setSize(size + 1);
  }, [goesOn, isValidating, size, pages.length, setSize]);

  return {
    items,
    isLoading: data === undefined && failure === undefined,
    isSearching: (isValidating || goesOn) && failure === undefined,
    hasMore,
    scannedUntil: isShort ? (last?.scannedUntil ?? null) : null,
    error: isValidating ? undefined : failure,
    goOn: () => {
      setWanted({ search, length: items.length + pageLength, answers: pages.length + answersAtATime });
      void setSize(pages.length + 1);
    },
    retry: () => {
      // Answers that are there stay; only what is missing is asked for.
      void (data === undefined ? mutate() : setSize(pages.length + 1));
    },
  };
}
