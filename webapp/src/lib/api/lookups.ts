import { useRead } from './useRead';

/** The counties of the state, for everybody. */
export const useCounties = () => useRead('/api/lookups/counties');
/** The names of the counties by their ids; empty until they are there. */
export function useCountyNames(): ReadonlyMap<string, string> {
  const { data } = useCounties();
  return new Map(data?.items.map(({ id, name }) => [id, name]));
}
/** The cities and towns of the state, for everybody. */
export const useMunicipalities = () => useRead('/api/lookups/municipalities');
/** The categories of business, for everybody. */
export const useBusinessCategories = () =>
  useRead('/api/businessapplications/lookups/businesscharactercategories');

/** Returns the items of a list as the options of a `SelectField`. */
export const getOptions = (
  items: readonly { id: string; name: string }[] = [],
): { value: string; text: string }[] => items.map(({ id, name }) => ({ value: id, text: name }));
