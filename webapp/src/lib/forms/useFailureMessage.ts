import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ApiError } from '@/lib/api/errors';
import { getWaitSeconds } from '@/lib/api/tooMany';

/** The codes whose server message is shown, because waiting a minute does not help. */
const serverMessageCodes: ReadonlySet<string> = new Set([
  'authenticationTypeLocked',
  'tooManyAddressChanges',
  'tooManyCodes',
  'tooManyCodesToAddress',
  'tooManyCodesToNumber',
]);

/** Returns the message of a failed call that is not about a field. The server's own message is already translated. */
export function useFailureMessage(unreachable?: string): (error: unknown) => string {
  const { t } = useLingui();
  return (error) => {
    if (error instanceof ApiError && error.validationErrors.length > 0)
      return error.validationErrors.flatMap(({ validationErrors }) => validationErrors).join(' ');
    const wait = error instanceof ApiError && error.code === 'tooManyRequests' ? getWaitSeconds(error) : null;
    if (wait !== null)
      return t`${plural(wait, {
        one: 'Too many requests came from your network. Try again in # second. Nothing you entered is lost.',
        other:
          'Too many requests came from your network. Try again in # seconds. Nothing you entered is lost.',
      })}`;
    if (error instanceof ApiError && error.status === 429 && !serverMessageCodes.has(error.code))
      return t`That was too soon. Wait a minute and try again.`;
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.message)
      return error.message;
    if (error instanceof ApiError && (error.requestId || error.status >= 500)) {
      const requestId = error.requestId ?? error.status;
      return t`Something went wrong on our side. Try again. If it keeps happening, give us this reference: ${requestId}`;
    }
    return (
      unreachable ??
      t`We could not reach the portal. Check your connection and try again. Nothing you entered is lost.`
    );
  };
}
