import { useEffect } from 'react';
import { useSWRConfig } from 'swr';

/**
 * Drops what was read for a visit as soon as the visit ends: nobody asks for it again, and SWR drops nothing itself.
 *
 * @param visit a part of the keys, that no other key has; null as long as nothing was read
 */
export function useVisitCache(visit: string | null): void {
  const { cache } = useSWRConfig();
  useEffect(() => {
    if (visit === null) return undefined;
    const part = JSON.stringify(visit);
    return () => {
      for (const key of [...cache.keys()]) if (key.includes(part)) cache.delete(key);
    };
  }, [cache, visit]);
}
