/** The name in the header; `none` inside another page, which has its own header. */
export type Branding = 'none' | 'default' | 'business-applications';

const businessPages = /^\/businessapplications(\/|$)/i;

/** Returns the branding of the page at the pathname. */
export function getBranding(pathname: string, isEmbedded: boolean): Branding {
  if (isEmbedded) return 'none';
  return businessPages.test(pathname) ? 'business-applications' : 'default';
}
