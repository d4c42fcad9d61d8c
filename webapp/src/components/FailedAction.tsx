import { useLingui } from '@lingui/react/macro';
import { Alert } from './Alert';

interface FailedActionProps {
  /** The reason; null when nothing failed. */
  problem: string | null;
  /** Shows a heading, where the reason could be taken for something else. */
  hasHeading?: boolean;
}

/** Says why something was not done. */
export function FailedAction({ problem, hasHeading = false }: FailedActionProps) {
  const { t } = useLingui();
  if (problem === null) return null;
  return (
    <Alert kind="error" {...(hasHeading && { heading: t`That didn’t work`, headingLevel: 3 })} isLive>
      <p>{problem}</p>
    </Alert>
  );
}
