/**
 * The meaning of an error of the provider. Descriptions are no stable strings, so a code is looked for inside;
 * Cognito reports a cancelled sign-in of a provider behind it as a bare `access_denied`.
 */
export function getSignInMeaning(
  error: string | null,
  description: string | null,
): 'cancelled' | 'resetRequested' | 'failed' {
  if (description?.includes('AADB2C90118')) return 'resetRequested';
  if (description?.includes('AADB2C90091')) return 'cancelled';
  if (error === 'access_denied' && !description?.includes('AADB2C')) return 'cancelled';
  return 'failed';
}
