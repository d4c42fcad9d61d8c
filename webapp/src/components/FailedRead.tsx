import { useLingui } from '@lingui/react/macro';
import { Alert } from './Alert';
import { useFailureWords } from './forms/useFailureWords';

interface FailedReadProps {
  error: unknown;
  onRetry: () => void;
}

/** Says that something could not be loaded, with a way to try again. */
export function FailedRead({ error, onRetry }: FailedReadProps) {
  const { t } = useLingui();
  const describeFailure = useFailureWords();
  return (
    <Alert kind="error" heading={t`We could not load this`} isLive>
      <p>{describeFailure(error)}</p>
      <button type="button" className="usa-button usa-button--outline" onClick={onRetry}>
        {t`Try again`}
      </button>
    </Alert>
  );
}
