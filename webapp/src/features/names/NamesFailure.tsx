import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError } from '@/lib/api/errors';
import { Button } from '@/components/Button';
import { Alert } from '@/components/Alert';
import { FailedRead } from '@/components/FailedRead';

/** Says why names cannot be shown, with a button to try again. */
export function NamesFailure({ error, onRetry }: Parameters<typeof FailedRead>[0]) {
  const { t } = useLingui();
  if (!(error instanceof ApiError) || error.status !== 503)
    return <FailedRead error={error} onRetry={onRetry} />;
  return (
    <Alert kind="warning" heading={t`We can’t search names right now`} isLive>
      <p>
        <Trans>Your entry is fine. Wait a minute and try again.</Trans>
      </p>
      <Button kind="outline" onClick={onRetry}>
        {t`Try again`}
      </Button>
    </Alert>
  );
}
