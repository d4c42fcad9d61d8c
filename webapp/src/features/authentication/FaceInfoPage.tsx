import '@/styles/parts.scss';
import './authentication.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { getSafeReturnPath } from '@/lib/auth/returnUrl';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { Awaited } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import { typeIds, useAuthenticationTypes } from './api';
import { getPurpose, buildWaysAddress } from './purpose';
import { FaceFacts } from './WayFacts';
import { BeginWay } from './Ways';

/** Explains face recognition, starts it, and links to the other ways. The lock's Authenticate button opens it. */
export default function FaceInfoPage() {
  const { t } = useLingui();
  const [parameters] = useSearchParams();
  const returnTo = getSafeReturnPath(parameters.get('returnTo')) ?? paths.enhancedAuthentication;
  const { data, error, mutate } = useAuthenticationTypes();
  const face = data?.items.find(({ typeId }) => typeId === typeIds.face);
  const name = face?.type;
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Prove who you are with your face`} />
      {!data && <Awaited lines={8} error={error} onRetry={mutate} />}
      {data && !face?.isEnabled && (
        <>
          <Alert kind="info">
            <p>
              <Trans>
                This portal does not offer face recognition. It does not ask for your camera and has no
                picture of you.
              </Trans>
            </p>
          </Alert>
          <Link to={buildWaysAddress(returnTo)} className="usa-button">
            <Trans>Choose another way</Trans>
          </Link>
        </>
      )}
      {face?.isEnabled && (
        <>
          <p className="lead">
            <Trans>
              We compare your face with a photo that an agency took of you, such as your driver license photo.
            </Trans>
          </p>
          <BeginWay type={face} purpose={getPurpose(parameters)} returnTo={returnTo}>
            <Trans>Continue with {name}</Trans>
          </BeginWay>
          <p className="face-alternatives">
            <Trans>
              You do not have to use your face.{' '}
              <Link to={buildWaysAddress(returnTo)}>Choose another way</Link>
            </Trans>
          </p>
          <FaceFacts />
        </>
      )}
    </div>
  );
}
