import { useRead } from './useRead';

/** Reads the counties of the state; public. */
export const useCounties = () => useRead('/api/lookups/counties');
/** Returns the names of the counties by id; empty until they load. */
export function useCountyNames(): ReadonlyMap<string, string> {
  const { data } = useCounties();
  return new Map(data?.items.map(({ id, name }) => [id, name]));
}
/** Reads the cities and towns of the state; public. */
export const useMunicipalities = () => useRead('/api/lookups/municipalities');
/** Reads the categories of business; public. */
export const useBusinessCategories = () =>
  useRead('/api/businessapplications/lookups/businesscharactercategories');

/** Returns the items of a list as the options of a `SelectField`. */
export const getOptions = (
  items: readonly { id: string; name: string }[] = [],
): { value: string; text: string }[] => items.map(({ id, name }) => ({ value: id, text: name }));
