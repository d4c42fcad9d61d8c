/**
 * The meaning of a provider's error. Descriptions are not stable, so the function searches them for a code; Cognito
 * reports a canceled sign-in at a federated provider as a bare `access_denied`.
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
