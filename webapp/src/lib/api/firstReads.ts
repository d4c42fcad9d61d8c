import { createContext, type ComponentType } from 'react';

/** A page with its first reads, which can start before the page is shown. */
export type PageComponent = ComponentType & { FirstReads?: ComponentType };

/** True around reads that start before their page is shown; they survive the navigation to it. */
export const IsEarly = createContext(false);

/**
 * Creates a component that starts the reads of a page and draws nothing.
 *
 * @param useReads calls the hooks of the page, by the address, so that the keys are the page's own
 */
export function createFirstReads(useReads: () => void): ComponentType {
  return function FirstReads() {
    useReads();
    return null;
  };
}
