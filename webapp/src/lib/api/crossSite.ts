const cookieName = 'XSRF-TOKEN';
const headerName = 'X-XSRF-TOKEN';

/** The cross-site-forgery cookie as a header, for calls to this origin that change something. */
export function buildCrossSiteHeader(method: string): Record<string, string> {
  if (method === 'get' || method === 'head') return {};
  const cookie = document.cookie.split('; ').find((candidate) => candidate.startsWith(`${cookieName}=`));
  return cookie ? { [headerName]: decodeURIComponent(cookie.slice(cookieName.length + 1)) } : {};
}
