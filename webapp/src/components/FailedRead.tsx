import { useLingui } from '@lingui/react/macro';
import { useFailureMessage } from '@/lib/forms/useFailureMessage';
import { Button } from '@/components/Button';
import { Alert } from './Alert';
import { Skeleton } from './Skeleton';

interface FailedReadProps {
  error: unknown;
  onRetry: () => unknown;
}

/** Shows that data failed to load, with a button to try again. */
export function FailedRead({ error, onRetry }: FailedReadProps) {
  const { t } = useLingui();
  const describeFailure = useFailureMessage();
  return (
    <Alert kind="error" heading={t`We could not load this`} isLive>
      <p>{describeFailure(error)}</p>
      <Button kind="outline" onClick={onRetry}>
        {t`Try again`}
      </Button>
    </Alert>
  );
}

interface AwaitedProps extends FailedReadProps {
  /** The number of lines of the skeleton. */
  lines: number;
}

/** Replaces content that is loading, or that failed to load. */
export function Awaited({ lines, error, onRetry }: AwaitedProps) {
  return error === undefined ? <Skeleton lines={lines} /> : <FailedRead error={error} onRetry={onRetry} />;
}
