import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError } from '@/lib/api/errors';
import { waitIn } from '@/lib/api/tooMany';
import { Alert } from '@/components/Alert';
import { FailedRead } from '@/components/FailedRead';
import { TooMany } from './TooMany';

interface FailureProps {
  error: unknown;
  onRetry: () => void;
}

/** Why something of the plan cannot be shown, with a way to try again. */
export function PlanFailure({ error, onRetry }: FailureProps) {
  const wait = waitIn(error);
  return wait === null ? (
    <FailedRead error={error} onRetry={onRetry} />
  ) : (
    <TooMany wait={wait} onRetry={onRetry} />
  );
}

/** Why the names cannot be shown, with a way to try again. */
export function NamesFailure({ error, onRetry }: FailureProps) {
  const { t } = useLingui();
  if (!(error instanceof ApiError) || error.status !== 503)
    return <PlanFailure error={error} onRetry={onRetry} />;
  return (
    <Alert kind="warning" heading={t`The names cannot be searched right now`} isLive>
      <p>
        <Trans>Nothing is wrong with what you entered. Wait a minute and try again.</Trans>
      </p>
      <button type="button" className="usa-button usa-button--outline" onClick={onRetry}>
        {t`Try again`}
      </button>
    </Alert>
  );
}
