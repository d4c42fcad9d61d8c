import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useArrival } from '@/lib/arrival';
import { Alert } from '@/components/Alert';
import type { Purpose } from '@/lib/authentication/stepUp';

interface ExplanationProps {
  purpose: Purpose;
  returnTo: string;
}

/** Explains who asks for enhanced authentication, the reason, the data they get, and the way back without it. */
export function Explanation({ purpose, returnTo }: ExplanationProps) {
  const { t } = useLingui();
  const { asker = t`The agency`, asked = t`this` } = useArrival();
  return (
    <Alert kind="info" heading={t`Why we ask`}>
      <p>
        <Reason purpose={purpose} asker={asker} asked={asked} />
      </p>
      <p>
        {purpose === 'contact' || purpose === 'details' ? (
          <Trans>Then you return to where you were. We won’t ask again for one hour.</Trans>
        ) : (
          <Trans>
            {asker} does not learn how you prove it, unless we compare its photo of you. Then you return to
            where you were. We won’t ask again for one hour.
          </Trans>
        )}
      </p>
      <p>
        <Link to={returnTo} className="usa-link">
          <Trans>Go back without it</Trans>
        </Link>
      </p>
    </Alert>
  );
}

interface ReasonProps {
  purpose: Purpose;
  asker: string;
  asked: string;
}

function Reason({ purpose, asker, asked }: ReasonProps) {
  switch (purpose) {
    case 'reveal':
      return (
        <Trans>
          {asker} shows the full value of {asked} only to you. This way, no one who has your password can see
          it.
        </Trans>
      );
    case 'connect':
      return (
        <Trans>
          {asker} lets only you connect {asked}. This way, no one who has your password can do it.
        </Trans>
      );
    case 'action':
      return (
        <Trans>
          {asker} lets only you start {asked}. This way, no one who has your password can do it.
        </Trans>
      );
    case 'contact':
      return (
        <Trans>
          Only you may change where we send notices. This way, no one who has your password can do it.
        </Trans>
      );
    case 'details':
      return (
        <Trans>
          Only you may change your legal name and date of birth. This way, no one who has your password can do
          it.
        </Trans>
      );
    default:
      return <Trans>Only you may do this.</Trans>;
  }
}
