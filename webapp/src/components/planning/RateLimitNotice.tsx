import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSecondsUntil } from '@/lib/api/tooMany';
import { Alert } from '@/components/Alert';

/** Shows the remaining time. It changes every second, so it must stay outside of live regions. */
export function Countdown({ seconds }: { seconds: number }) {
  return (
    <p className="too-many__left">
      {seconds > 90 ? (
        <Plural value={Math.ceil(seconds / 60)} one="About # minute left." other="About # minutes left." />
      ) : (
        <Plural value={seconds} one="# second left." other="# seconds left." />
      )}
    </p>
  );
}

interface RateLimitNoticeProps {
  /** The seconds that the portal asks to wait. */
  wait: number;
  onRetry: () => void;
}

/** Says that there were too many calls, with a button to try again after the wait. */
export function RateLimitNotice({ wait, onRetry }: RateLimitNoticeProps) {
  const { t } = useLingui();
  const [openAt] = useState(() => Date.now() + wait * 1000);
  const seconds = useSecondsUntil(openAt);
  return (
    <div className="too-many">
      <Alert kind="warning" heading={t`That was too many at once`} isLive>
        <Trans>
          So many calls came from your network that the portal asks you to wait. Nothing is wrong with what
          you entered, and nothing is lost.
        </Trans>
      </Alert>
      {seconds > 0 && <Countdown seconds={seconds} />}
      <button
        type="button"
        className="usa-button usa-button--outline"
        aria-disabled={seconds > 0}
        onClick={() => {
          if (seconds === 0) onRetry();
        }}
      >
        {t`Try again`}
      </button>
    </div>
  );
}
