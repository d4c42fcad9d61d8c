import { useEffect, useState } from 'react';
import useSWRInfinite, { type SWRInfiniteKeyedMutator } from 'swr/infinite';
import { readSettings } from './useRead';

/** A search reads on by itself through this many short answers; then the person decides whether to go on. */
export const pagesPerStep = 6;

interface PagesOptions<P> {
  /** For lists whose answers may be short: reads on until each step has this many items. */
  step?: { length: number; countItems: (page: P) => number };
  /** Shows the pages of the last list until those of the new one arrive. */
  keepPreviousData?: boolean;
}

export interface Pages<P> {
  /** Undefined until the first answer. */
  data: readonly P[] | undefined;
  /** True until the first step has settled; nothing is to be placed before. */
  isLoading: boolean;
  /** True while more is loading. */
  isSearching: boolean;
  hasMore: boolean;
  /** True when the search stopped before its step was full. */
  isShort: boolean;
  error: unknown;
  /** The number of requested pages. */
  size: number;
  /** Reads the next step. */
  showMore: () => void;
  /** Reads the missing page again; the pages before it stay. */
  retry: () => void;
}

interface Target {
  list: string;
  length: number;
  answers: number;
}

/**
 * Read a list page by page.
 *
 * @param getKey the key of the page that follows another one, or of the first one; null when there is none. The key of
 * the first page names the list: another one begins anew.
 */
export function usePages<P, K extends readonly (string | number)[]>(
  getKey: (previous: P | null) => K | null,
  read: (key: K) => Promise<P>,
  { step, keepPreviousData = false }: PagesOptions<P> = {},
): Pages<P> & { mutate: SWRInfiniteKeyedMutator<P[]> } {
  const { data, error, size, setSize, isValidating, isLoading, mutate } = useSWRInfinite<P, unknown>(
    (_index: number, previous: P | null) => getKey(previous),
    read,
    { ...readSettings, keepPreviousData, revalidateFirstPage: false, revalidateOnReconnect: false },
  );
  const pages = data ?? [];
  const last = pages.at(-1);
  const hasMore = last !== undefined && getKey(last) !== null;
  const isBusy = isValidating || isLoading;
  const failure = isBusy ? undefined : error;

  const list = JSON.stringify(getKey(null));
  const beginning = { list, length: step?.length ?? 0, answers: pagesPerStep };
  const [wanted, setWanted] = useState<Target>(beginning);
  const target = wanted.list === list ? wanted : beginning;
  const count = step ? pages.reduce((sum, page) => sum + step.countItems(page), 0) : 0;
  const isShort = hasMore && count < target.length;
  const goesOn = isShort && pages.length < target.answers && failure === undefined;
  const isSearching = isBusy || goesOn;

  useEffect(() => {
    if (goesOn && !isBusy && size === pages.length) void setSize(size + 1);
  }, [goesOn, isBusy, size, pages.length, setSize]);

  return {
    data,
    isLoading:
      failure === undefined &&
      (data === undefined || (step !== undefined && isSearching && target.answers === pagesPerStep)),
    isSearching,
    hasMore,
    isShort,
    error: failure,
    mutate,
    size,
    showMore: () => {
      if (step) setWanted({ list, length: count + step.length, answers: pages.length + pagesPerStep });
      void setSize(pages.length + 1);
    },
    retry: () => void (data === undefined ? mutate() : setSize(size)),
  };
}
