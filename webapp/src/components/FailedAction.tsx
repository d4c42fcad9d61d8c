import { useLingui } from '@lingui/react/macro';
import { Alert } from './Alert';

interface FailedActionProps {
  /** The reason; null after a success. */
  problem: string | null;
  /** Shows a heading, where the reason alone would be unclear. */
  hasHeading?: boolean;
}

/** Explains the failure of an action. */
export function FailedAction({ problem, hasHeading = false }: FailedActionProps) {
  const { t } = useLingui();
  if (problem === null) return null;
  return (
    <Alert kind="error" {...(hasHeading && { heading: t`That didn’t work`, headingLevel: 3 })} isLive>
      <p>{problem}</p>
    </Alert>
  );
}
