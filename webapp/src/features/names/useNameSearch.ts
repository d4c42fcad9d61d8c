import { useLingui } from '@lingui/react';
import { useRef } from 'react';
import useSWRInfinite from 'swr/infinite';
import { call, isCancelled, type AnswerOf } from '@/lib/api/call';
import { CancelledError } from '@/lib/api/errors';
import { whenOpen } from '@/lib/api/tooMany';
import { buildQuery } from '@/components/planning/nameLinks';
import { searchPath, type FoundName, type NameQuery } from './names';

type Page = AnswerOf<typeof searchPath, 'get'>;

export interface NameSearch {
  items: readonly FoundName[];
  /** The newest answer; null until the first one arrives. */
  answer: Page | null;
  /** True while a newer search or the next page is loading. */
  isSearching: boolean;
  hasMore: boolean;
  error: unknown;
  showMore: () => void;
  retry: () => void;
}

/** The search that is running; a new one replaces it. */
interface Running {
  search: string;
  controller: AbortController;
}

/**
 * Searches for names, page by page. Only the newest search is answered: the earlier one is canceled, and its results
 * stay on the page until the new ones arrive.
 */
export function useNameSearch(wanted: NameQuery): NameSearch {
  const { i18n } = useLingui();
  const running = useRef<Running | null>(null);
  const query = buildQuery({ ...wanted });
  const search = wanted.name.trim() === '' ? null : JSON.stringify(query);

  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<Page, unknown>(
    (index: number, previous: Page | null) => {
      if (search === null || (index > 0 && !previous?.nextToken)) return null;
      return [searchPath, i18n.locale, search, previous?.nextToken ?? ''] as const;
    },
    ([, , key, nextToken]: readonly [string, string, string, string]) => {
      if (running.current?.search !== key) {
        running.current?.controller.abort(new CancelledError());
        running.current = { search: key, controller: new AbortController() };
      }
      const { signal } = running.current.controller;
      return whenOpen(signal, () =>
        call('get', searchPath, {
          query: { ...(JSON.parse(key) as Record<string, string>), ...(nextToken && { nextToken }) },
          // The person has typed more by the time a failed search would be repeated.
          isRepeated: false,
          signal,
        }),
      );
    },
    {
      keepPreviousData: search !== null,
      revalidateFirstPage: false,
      revalidateOnReconnect: false,
    },
  );

  const pages = search === null ? [] : (data ?? []);
  const failure = isCancelled(error) || isValidating ? undefined : error;
  return {
    items: pages.flatMap((page) => page.items),
    answer: pages.at(-1) ?? null,
    isSearching: isValidating || isCancelled(error),
    hasMore: Boolean(pages.at(-1)?.nextToken),
    error: failure,
    showMore: () => void setSize(size + 1),
    retry: () => void (data === undefined ? mutate() : setSize(size)),
  };
}
