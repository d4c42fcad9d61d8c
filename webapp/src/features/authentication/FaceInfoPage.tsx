import '@/styles/parts.scss';
import './authentication.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { isSettled } from '@/lib/api/useRead';
import { safeReturnPath } from '@/lib/auth/returnUrl';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { typeIds, useAuthenticationTypes, usePasskeys } from './api';
import { Ways } from './Ways';
import { WithoutDevice } from './WithoutDevice';

/** Where 'Authenticate' leads: about face recognition, and the ways that there are. */
export default function FaceInfoPage() {
  const { t } = useLingui();
  const [parameters] = useSearchParams();
  const returnTo = safeReturnPath(parameters.get('returnTo')) ?? paths.enhancedAuthentication;
  const types = useAuthenticationTypes();
  const passkeys = usePasskeys();
  const face = types.data?.items.find(({ typeId }) => typeId === typeIds.face);
  if (![types, passkeys].every(isSettled)) {
    return (
      <div className="page page--narrow">
        <PageHeading title={t`Prove who you are`} />
        <Skeleton lines={12} />
      </div>
    );
  }
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Prove who you are`} />
      {face?.isEnabled === false && (
        <Alert kind="info">
          <p>
            <Trans>
              This portal does not offer face recognition. It never asks for your camera and has no picture of
              you.
            </Trans>
          </p>
        </Alert>
      )}
      {face?.isEnabled && (
        <p className="lead">
          <Trans>
            Face recognition compares your face with a photo that an agency took of you, such as your driver
            license photo. You never have to use it. Every other way to prove who you are works just as well.
          </Trans>
        </p>
      )}
      <h2>
        <Trans>Where this stands today</Trans>
      </h2>
      <Ways purpose="account" returnTo={returnTo} />
      <WithoutDevice />
    </div>
  );
}
