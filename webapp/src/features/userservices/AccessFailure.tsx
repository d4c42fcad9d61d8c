import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError } from '@/lib/api/errors';
import { Button } from '@/components/Button';
import { Alert } from '@/components/Alert';
import { FailedRead } from '@/components/FailedRead';
import { SecondFactor } from './SecondFactor';

interface AccessFailureProps {
  error: unknown;
  onRetry: () => unknown;
}

/** True if signing in with a second factor helps. */
export const needsSecondFactor = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'secondFactorRequired';

/** Explains why the record is not shown, and what to do. */
export function AccessFailure({ error, onRetry }: AccessFailureProps) {
  const { t } = useLingui();
  if (needsSecondFactor(error))
    return (
      <SecondFactor onDone={onRetry}>
        <Trans>Only staff with a second sign-in factor can open records. You return to this page.</Trans>
      </SecondFactor>
    );
  if (error instanceof ApiError && error.code === 'accessNotRecorded')
    return (
      <Alert kind="error" heading={t`We can’t show anything right now`} isLive>
        <p>
          <Trans>The portal could not log your access, so it shows nothing. Try again in a moment.</Trans>
        </p>
        <Button kind="outline" onClick={onRetry}>
          {t`Try again`}
        </Button>
      </Alert>
    );
  if (error instanceof ApiError && error.code === 'ownRecord')
    return (
      <Alert kind="warning" heading={t`This is your own record`} isLive>
        <p>{error.message}</p>
      </Alert>
    );
  if (error instanceof ApiError && error.code === 'staffGroupsRefused')
    return (
      <Alert kind="warning" heading={t`You have no staff access`} isLive>
        <p>{error.message}</p>
      </Alert>
    );
  if (error instanceof ApiError && (error.status === 403 || error.status === 404))
    return (
      <Alert kind="warning" heading={t`Record not found`} isLive>
        <p>{error.message || <Trans>We couldn’t find a record at this address that you may open.</Trans>}</p>
      </Alert>
    );
  if (error instanceof ApiError && error.status >= 400 && error.status < 500)
    return (
      <Alert kind="error" heading={t`Check what you entered`} isLive>
        <p>
          {error.validationErrors.flatMap(({ validationErrors }) => validationErrors).join(' ') ||
            error.message}
        </p>
      </Alert>
    );
  return <FailedRead error={error} onRetry={onRetry} />;
}
