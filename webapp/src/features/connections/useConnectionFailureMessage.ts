import { useLingui } from '@lingui/react/macro';
import { ApiError } from '@/lib/api/errors';
import { formatMoment, formatTime, getDay } from '@/lib/i18n/moments';
import { useFailureMessage } from '@/lib/forms/useFailureMessage';

/** Returns the message of a failed connection. The portal's own messages are already translated. */
export function useConnectionFailureMessage(): (error: unknown) => string {
  const { t, i18n } = useLingui();
  const describeFailure = useFailureMessage();
  return (error) => {
    if (!(error instanceof ApiError)) return describeFailure(error);
    if (error.code === 'agencyUnavailable' && error.message) return error.message;
    if (error.code === 'serviceLocked') {
      const until = new Date(Date.now() + (error.retryAfterSeconds ?? 3600) * 1000);
      const isToday = getDay(until) === getDay(new Date());
      const time = formatTime(until, i18n.locale);
      const moment = formatMoment(until, i18n.locale);
      const next = isToday ? t`You can try again at ${time}.` : t`You can try again on ${moment}.`;
      return `${error.message} ${next}`.trim();
    }
    return describeFailure(error);
  };
}
