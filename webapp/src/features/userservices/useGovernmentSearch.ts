import { useLingui } from '@lingui/react';
import useSWRInfinite from 'swr/infinite';
import { isCancelled } from '@/lib/api/call';
import { useAccount } from '@/lib/auth/session';
import { governmentSearchKey, searchGovernment, type GovernmentResults, type ResultType } from './api';

/** The contract takes searches of this many characters and more. */
export const shortestSearch = 2;
export const longestSearch = 100;

/**
 * Search agencies, services, forms, fees and help.
 *
 * @param q the words; too short a text is not searched.
 * @param type only results of this type; null for all.
 */
export function useGovernmentSearch(q: string, type: ResultType | null) {
  const { id: userId } = useAccount();
  const { i18n } = useLingui();
  const words = q.trim();
  const isAsked = words.length >= shortestSearch;

  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<GovernmentResults, unknown>(
    (index: number, previous: GovernmentResults | null) => {
      if (!isAsked || (index > 0 && !previous?.nextToken)) return null;
      return governmentSearchKey(userId, i18n.locale, words, type ?? '', previous?.nextToken ?? '');
    },
    ([, , , q, type, nextToken]: readonly string[]) =>
      searchGovernment({ q: q ?? '', ...(type && { type }), ...(nextToken && { nextToken }) }),
    { keepPreviousData: isAsked, revalidateFirstPage: false, revalidateOnReconnect: false },
  );

  const pages = isAsked ? (data ?? []) : [];
  return {
    isAsked,
    /** Null until the first answer. */
    facets: pages[0]?.facets ?? null,
    items: pages.flatMap((page) => page.items),
    isSearching: isValidating,
    /** Nothing more than the first page was asked for. */
    isFirstPage: size === 1,
    hasMore: Boolean(pages.at(-1)?.nextToken),
    error: isCancelled(error) || isValidating ? undefined : error,
    showMore: () => void setSize(size + 1),
    retry: () => void (data === undefined ? mutate() : setSize(size)),
  };
}
