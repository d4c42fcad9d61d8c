import { Trans, useLingui } from '@lingui/react/macro';
import { useSecondsUntil } from '@/lib/api/tooMany';
import { Alert } from '@/components/Alert';
import { Countdown } from '@/components/planning/RateLimitNotice';

/** Says that the search is paused after too many calls and continues by itself. */
export function SearchPaused({ openAt }: { openAt: number }) {
  const { t } = useLingui();
  const seconds = useSecondsUntil(openAt);
  return (
    <div className="too-many">
      <Alert kind="warning" heading={t`Too many searches at once`} isLive>
        <Trans>
          So many came from your network that the portal asks you to wait. You can type on; the search goes on
          by itself.
        </Trans>
      </Alert>
      <Countdown seconds={seconds} />
    </div>
  );
}
