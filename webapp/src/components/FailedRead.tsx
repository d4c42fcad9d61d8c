import { useLingui } from '@lingui/react/macro';
import { useFailureMessage } from '@/lib/forms/useFailureWords';
import { Button } from '@/components/Button';
import { Alert } from './Alert';
import { Skeleton } from './Skeleton';

interface FailedReadProps {
  error: unknown;
  onRetry: () => unknown;
}

/** Says that something could not be loaded, with a way to try again. */
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
  /** The lines of the skeleton. */
  lines: number;
}

/** Stands in for what is not here: because it is loading, or could not be loaded. */
export function Awaited({ lines, error, onRetry }: AwaitedProps) {
  return error === undefined ? <Skeleton lines={lines} /> : <FailedRead error={error} onRetry={onRetry} />;
}
