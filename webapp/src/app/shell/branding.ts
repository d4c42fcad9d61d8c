/** Whose name stands in the header: nobody's inside another page, which has a name of its own. */
export type Branding = 'none' | 'default' | 'business-applications';

const businessPages = /^\/businessapplications(\/|$)/i;

/** The branding of the page at the pathname. */
export function brandingOf(pathname: string, isEmbedded: boolean): Branding {
  if (isEmbedded) return 'none';
  return businessPages.test(pathname) ? 'business-applications' : 'default';
}
