import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError } from '@/lib/api/errors';
import { Alert } from '@/components/Alert';
import { FailedRead } from '@/components/FailedRead';

interface NamesFailureProps {
  error: unknown;
  onRetry: () => void;
}

/** Why the names cannot be shown, with a way to try again. */
export function NamesFailure({ error, onRetry }: NamesFailureProps) {
  const { t } = useLingui();
  const status = error instanceof ApiError ? error.status : 0;
  if (status !== 503 && status !== 429) return <FailedRead error={error} onRetry={onRetry} />;
  return (
    <Alert
      kind="warning"
      heading={status === 503 ? t`The names cannot be searched right now` : t`That was too many at once`}
      isLive
    >
      <p>
        <Trans>Nothing is wrong with what you entered. Wait a minute and try again.</Trans>
      </p>
      <button type="button" className="usa-button usa-button--outline" onClick={onRetry}>
        {t`Try again`}
      </button>
    </Alert>
  );
}
