import { useEffect, useState } from 'react';
import useSWRInfinite, { type SWRInfiniteKeyedMutator } from 'swr/infinite';
import { readSettings } from './useRead';

/** A search continues by itself through this many short replies; then the person decides. */
export const pagesPerStep = 6;

interface PagesOptions<P> {
  /** For lists with short replies: reads on until each step has this many items. */
  step?: { length: number; countItems: (page: P) => number };
  /** Shows the pages of the last list until those of the new one arrive. */
  keepPreviousData?: boolean;
}

export interface Pages<P> {
  /** Undefined until the first answer. */
  data: readonly P[] | undefined;
  /** True until the first step has settled; the layout waits for it. */
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
  /** Reads the failed page again; the pages before it stay. */
  retry: () => void;
}

interface Target {
  list: string;
  length: number;
  answers: number;
}

/**
 * Reads a list page by page.
 *
 * @param getKey returns the key of a page from the page before it; null after the last one. The key of the first page
 * identifies the list: another key starts again.
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
