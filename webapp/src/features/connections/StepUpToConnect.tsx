import { Trans, useLingui } from '@lingui/react/macro';
import { generatePath, Link } from 'react-router';
import { buildStepUpAddress } from '@/lib/authentication/stepUp';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import type { ServiceDetails } from './api';

interface StepUpToConnectProps {
  service: ServiceDetails;
  /** The types that would be enough. */
  types: readonly number[];
  /** True if the form has typed values; the link then opens another tab. */
  isTyped?: boolean;
}

/** Says that the agency requires enhanced authentication to connect a record, and links to it. */
export function StepUpToConnect({ service, types, isTyped = false }: StepUpToConnectProps) {
  const { t } = useLingui();
  const agency = service.agency.name;
  const asked = {
    purpose: 'connect' as const,
    asker: agency,
    asked: service.name,
    returnTo: generatePath(paths.connect, { serviceId: service.id }),
  };
  return (
    <Alert kind="info" heading={t`Prove who you are first`} headingLevel={3} isLive={isTyped}>
      <p>
        <Trans>
          {agency} requires this first, because anyone who connects this service can see your record.
        </Trans>{' '}
        {isTyped && (
          <Trans>
            You have not proved who you are yet, or your proof has expired. We keep what you entered while you
            do this in the new tab.
          </Trans>
        )}
      </p>
      <p>
        <Link
          to={buildStepUpAddress(types, asked)}
          state={{ asker: asked.asker, asked: asked.asked }}
          className="usa-button"
          {...(isTyped && { target: '_blank' })}
        >
          <Trans>Prove who I am</Trans>{' '}
          {isTyped && <span className="usa-sr-only">{t`(opens in a new tab)`}</span>}
        </Link>
      </p>
    </Alert>
  );
}
