/** What the identity provider put into the address on the way back. */
export interface SignInAnswer {
  /** The address with the answer in its query, wherever the provider put it. */
  href: string;
  error: string | null;
  description: string | null;
}

/** Reads an answer that is carried in the query or in the fragment. */
export function answerOf(href: string): SignInAnswer {
  const url = new URL(href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  if (fragment.has('error') || fragment.has('code')) {
    url.search = fragment.toString();
    url.hash = '';
  }
  return {
    href: url.href,
    error: url.searchParams.get('error'),
    description: url.searchParams.get('error_description'),
  };
}

/**
 * The meaning of an error of the provider. Descriptions are no stable strings, so a code is looked for inside;
 * Cognito reports a cancelled sign-in of a provider behind it as a bare `access_denied`.
 */
export function meaningOf(
  error: string | null,
  description: string | null,
): 'cancelled' | 'resetRequested' | 'failed' {
  if (description?.includes('AADB2C90118')) return 'resetRequested';
  if (description?.includes('AADB2C90091')) return 'cancelled';
  if (error === 'access_denied' && !description?.includes('AADB2C')) return 'cancelled';
  return 'failed';
}
