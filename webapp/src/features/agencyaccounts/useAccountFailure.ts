import { useLingui } from '@lingui/react/macro';
import { formatMoment } from '@/lib/i18n/moments';
import { ApiError } from '@/lib/api/errors';
import { getWaitSeconds } from '@/lib/api/tooMany';
import { useFailureMessage } from '@/lib/forms/useFailureMessage';

/**
 * Returns the message of a failed call about an account. For refused credentials it is always the same, whatever was
 * wrong.
 *
 * @param refusal the message for them, if a form asks for less than a user name and a password
 */
export function useAccountFailure(agencyName: string, refusal?: string): (error: unknown) => string {
  const { t, i18n } = useLingui();
  const describeFailure = useFailureMessage(
    t`We could not reach the portal. We kept what you typed, except passwords. Check your connection and try again.`,
  );
  return (error) => {
    if (!(error instanceof ApiError)) return describeFailure(error);
    const wait = getWaitSeconds(error);
    if (wait !== null) {
      const moment = formatMoment(new Date(Date.now() + wait * 1000), i18n.locale);
      return t`Too many attempts. Try again after ${moment}.`;
    }
    if (error.code === 'credentialsRefused')
      return (
        refusal ??
        t`${agencyName} did not accept this username and password. Check both, or ask for help with a forgotten password.`
      );
    if (error.code === 'agencyUnavailable')
      return t`${agencyName} isn’t responding right now. We kept what you typed, except passwords. Try again in a few minutes.`;
    return describeFailure(error);
  };
}
