import { useRead } from '@/lib/api/useRead';

/** The names of the counties by their ids; empty until they are there. */
export function useCounties(): ReadonlyMap<string, string> {
  const { data } = useRead('/api/lookups/counties');
  return new Map(data?.items.map(({ id, name }) => [id, name]));
}
