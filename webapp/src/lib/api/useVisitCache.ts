import { use, useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import { createStore } from '../store';
import { IsEarly } from './firstReads';

const visits = createStore(() => 0);

/**
 * Names this visit of a page for the keys of its lists, so that a later visit reads again. Reads that start before the
 * page is shown get the same name as the page.
 */
export function useVisit(): string {
  const [visit] = useState(() => `visit ${visits.current()}`);
  const isEarly = use(IsEarly);
  useEffect(() => {
    if (isEarly) return undefined;
    return () => visits.set(visits.current() + 1);
  }, [isEarly]);
  return visit;
}

/**
 * Removes the data of a visit when the visit ends; SWR itself removes nothing.
 *
 * @param visit a part of the keys, unique to the visit; null if nothing was read
 */
export function useVisitCache(visit: string | null): void {
  const { cache } = useSWRConfig();
  const isEarly = use(IsEarly);
  useEffect(() => {
    if (visit === null || isEarly) return undefined;
    const part = JSON.stringify(visit);
    return () => {
      for (const key of [...cache.keys()]) if (key.includes(part)) cache.delete(key);
    };
  }, [cache, visit, isEarly]);
}
