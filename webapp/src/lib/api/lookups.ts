import { useRead } from './useRead';

/** The counties of the state, for everybody. */
export const useCounties = () => useRead('/api/lookups/counties');
/** The cities and towns of the state, for everybody. */
export const useMunicipalities = () => useRead('/api/lookups/municipalities');
/** The categories of business, for everybody. */
export const useBusinessCategories = () =>
  useRead('/api/businessapplications/lookups/businesscharactercategories');
