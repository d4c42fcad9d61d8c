import { useLingui } from '@lingui/react';
import { useRef } from 'react';
import { CancelledError } from '@/lib/api/errors';
import { callWhenOpen } from '@/lib/api/tooMany';
import { usePages, type Pages } from '@/lib/api/usePages';
import { buildQuery } from '@/components/planning/nameLinks';
import { buildPageKey, searchNames, type FoundName, type NamePage } from './api';
import type { NameQuery } from './names';

export interface NameSearch extends Pages<NamePage> {
  items: readonly FoundName[];
  /** The newest answer; null until the first one arrives. */
  answer: NamePage | null;
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

  const result = usePages<NamePage, ReturnType<typeof buildPageKey>>(
    (previous) =>
      search === null || previous?.nextToken === null
        ? null
        : buildPageKey(i18n.locale, search, previous?.nextToken ?? ''),
    ([, , key, nextToken]) => {
      if (running.current?.search !== key) {
        running.current?.controller.abort(new CancelledError());
        running.current = { search: key, controller: new AbortController() };
      }
      const { signal } = running.current.controller;
      return callWhenOpen(signal, () =>
        searchNames(
          { ...(JSON.parse(key) as Record<string, string>), ...(nextToken && { nextToken }) },
          signal,
        ),
      );
    },
    { keepPreviousData: search !== null },
  );

  const pages = search === null ? [] : (result.data ?? []);
  return {
    ...result,
    items: pages.flatMap((page) => page.items),
    answer: pages.at(-1) ?? null,
  };
}
