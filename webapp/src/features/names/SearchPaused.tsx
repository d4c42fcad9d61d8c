import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSecondsUntil } from '@/lib/api/tooMany';
import { Alert } from '@/components/Alert';

/** Says that the search is paused after too many calls and continues by itself. */
export function SearchPaused({ openAt }: { openAt: number }) {
  const { t } = useLingui();
  const seconds = useSecondsUntil(openAt);
  return (
    <div className="too-many stack">
      <Alert kind="warning" heading={t`Too many searches at once`} isLive>
        <Trans>Your network sent too many searches. Keep typing. We continue the search in a moment.</Trans>
      </Alert>
      {/* The seconds change, so they must stay outside of live regions. */}
      <p className="margin-0">
        {seconds > 90 ? (
          <Plural value={Math.ceil(seconds / 60)} one="About # minute left." other="About # minutes left." />
        ) : (
          <Plural value={seconds} one="# second left." other="# seconds left." />
        )}
      </p>
    </div>
  );
}
