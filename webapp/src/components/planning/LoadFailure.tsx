import { waitIn } from '@/lib/api/tooMany';
import { FailedRead } from '@/components/FailedRead';
import { RateLimitNotice } from './RateLimitNotice';

export interface LoadFailureProps {
  error: unknown;
  onRetry: () => void;
}

/** Says why something could not be loaded, with a button to try again. */
export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  const wait = waitIn(error);
  return wait === null ? (
    <FailedRead error={error} onRetry={onRetry} />
  ) : (
    <RateLimitNotice wait={wait} onRetry={onRetry} />
  );
}
