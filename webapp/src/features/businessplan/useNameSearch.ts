import { useLingui } from '@lingui/react';
import { useRef } from 'react';
import useSWRInfinite from 'swr/infinite';
import { call, isCancelled, type AnswerOf } from '@/lib/api/call';
import { CancelledError } from '@/lib/api/errors';
import { whenOpen } from '@/lib/api/tooMany';
import { queryOf, searchPath, type FoundName, type Wish } from './names';

type Page = AnswerOf<typeof searchPath, 'get'>;

export interface NameSearch {
  items: readonly FoundName[];
  /** Of the newest answer; null as long as there is none. */
  answer: Page | null;
  /** What is shown answers an earlier search, or more of it is on its way. */
  isSearching: boolean;
  hasMore: boolean;
  error: unknown;
  showMore: () => void;
  retry: () => void;
}

/** The search that is on its way: another one takes its place. */
interface Running {
  search: string;
  controller: AbortController;
}

/**
 * The names that are like a name, as far as they were asked for. Only the newest search is answered: the one before is
 * given up, and what it found stays until the answer comes.
 */
export function useNameSearch(wish: Wish): NameSearch {
  const { i18n } = useLingui();
  const running = useRef<Running | null>(null);
  const query = queryOf({ ...wish });
  const search = wish.name.trim() === '' ? null : JSON.stringify(query);

  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<Page, unknown>(
    (index: number, previous: Page | null) => {
      if (search === null || (index > 0 && !previous?.nextToken)) return null;
      return [searchPath, i18n.locale, search, previous?.nextToken ?? ''] as const;
    },
    ([, , wanted, nextToken]: readonly [string, string, string, string]) => {
      if (running.current?.search !== wanted) {
        running.current?.controller.abort(new CancelledError());
        running.current = { search: wanted, controller: new AbortController() };
      }
      const { signal } = running.current.controller;
      return whenOpen(signal, () =>
        call('get', searchPath, {
          query: { ...(JSON.parse(wanted) as Record<string, string>), ...(nextToken && { nextToken }) },
          // Who types has long typed on when a failed search would be repeated.
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
