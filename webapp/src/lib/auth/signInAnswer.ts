/** The identity provider's answer in the address of the return. */
export interface SignInAnswer {
  /** Returns the address with the answer in its query, wherever the provider put it. */
  href: string;
  state: string | null;
  code: string | null;
  error: string | null;
  description: string | null;
}

/** Reads an answer that is carried in the query or in the fragment. */
export function parseSignInAnswer(href: string): SignInAnswer {
  const url = new URL(href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  if (fragment.has('error') || fragment.has('code')) {
    url.search = fragment.toString();
    url.hash = '';
  }
  return {
    href: url.href,
    state: url.searchParams.get('state'),
    code: url.searchParams.get('code'),
    error: url.searchParams.get('error'),
    description: url.searchParams.get('error_description'),
  };
}
