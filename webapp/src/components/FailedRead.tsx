import { Trans, useLingui } from '@lingui/react/macro';
import { Alert } from './Alert';
import { ApiError } from '@/lib/api/errors';

interface FailedReadProps {
  error: unknown;
  onRetry: () => void;
}

/** Says that something could not be loaded, with a way to try again. */
export function FailedRead({ error, onRetry }: FailedReadProps) {
  const { t } = useLingui();
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <Alert kind="error" heading={t`We could not load this`} isLive>
      <p>
        <Trans>Check your connection and try again. Nothing you entered is lost.</Trans>
      </p>
      {requestId && (
        <p className="fine-print">
          <Trans>Reference: {requestId}</Trans>
        </p>
      )}
      <button type="button" className="usa-button usa-button--outline" onClick={onRetry}>
        {t`Try again`}
      </button>
    </Alert>
  );
}
