import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useArrival } from '@/lib/arrival';
import { Alert } from '@/components/Alert';
import type { Purpose } from '@/lib/authentication/stepUp';

interface ExplanationProps {
  purpose: Purpose;
  returnTo: string;
}

/** Who asks for enhanced authentication and what for, what they learn of it, and the way back without it. */
export function Explanation({ purpose, returnTo }: ExplanationProps) {
  const { t } = useLingui();
  const { asker = t`The agency`, asked = t`this` } = useArrival();
  return (
    <Alert kind="info" heading={t`Why you are asked`}>
      <p>
        <Reason purpose={purpose} asker={asker} asked={asked} />
      </p>
      <p>
        {purpose === 'contact' ? (
          <Trans>Afterwards you come back to where you were, and for one hour you are not asked again.</Trans>
        ) : (
          <Trans>
            {asker} does not learn how you prove it, unless it is the agency whose photo of you is compared.
            Afterwards you come back to where you were, and for one hour you are not asked again.
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
          {asker} gives the whole value of {asked} only to the person in the registration, so that nobody who
          got hold of your password sees it.
        </Trans>
      );
    case 'connect':
      return (
        <Trans>
          {asker} lets only the person in the registration connect {asked}, so that nobody who got hold of
          your password does it.
        </Trans>
      );
    case 'action':
      return (
        <Trans>
          {asker} lets only the person in the registration start {asked}, so that nobody who got hold of your
          password does it.
        </Trans>
      );
    case 'contact':
      return (
        <Trans>
          Only the person in the registration may change where notices go, so that nobody who got hold of your
          password does it.
        </Trans>
      );
    default:
      return <Trans>Only the person in the registration may do this.</Trans>;
  }
}
