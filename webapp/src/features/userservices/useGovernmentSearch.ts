import { useLingui } from '@lingui/react';
import { usePages } from '@/lib/api/usePages';
import { useAccount } from '@/lib/auth/session';
import type { ResultType } from '@/components/services/ResultItem';
import { getGovernmentSearchKey, searchGovernment, type GovernmentResults } from './api';

/** The contract takes searches of this many characters. */
export const shortestSearch = 2;
export const longestSearch = 100;

/**
 * Search agencies, services, forms, fees and help.
 *
 * @param q the words; too short or too long a text is not searched.
 * @param type only results of this type; null for all.
 */
export function useGovernmentSearch(q: string, type: ResultType | null) {
  const { id: userId } = useAccount();
  const { i18n } = useLingui();
  const words = q.trim();
  const { length } = Array.from(words);
  const isAsked = length >= shortestSearch && length <= longestSearch;

  const found = usePages<GovernmentResults, ReturnType<typeof getGovernmentSearchKey>>(
    (previous) =>
      !isAsked || previous?.nextToken === null
        ? null
        : getGovernmentSearchKey(userId, i18n.locale, words, type ?? '', previous?.nextToken ?? ''),
    ([, , , q, type, nextToken]) =>
      searchGovernment({ q, ...(type && { type }), ...(nextToken && { nextToken }) }),
    { keepPreviousData: isAsked },
  );

  const pages = isAsked ? (found.data ?? []) : [];
  return {
    ...found,
    isAsked,
    /** Null until the first answer. */
    facets: pages[0]?.facets ?? null,
    items: pages.flatMap((page) => page.items),
  };
}
