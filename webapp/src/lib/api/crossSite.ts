const cookieName = 'XSRF-TOKEN';
const headerName = 'X-XSRF-TOKEN';

/** Returns the cross-site-forgery cookie as a header, for changes at this origin. */
export function buildCrossSiteHeader(method: string): Record<string, string> {
  if (method === 'get' || method === 'head') return {};
  const cookie = document.cookie.split('; ').find((candidate) => candidate.startsWith(`${cookieName}=`));
  return cookie ? { [headerName]: decodeURIComponent(cookie.slice(cookieName.length + 1)) } : {};
}
