import './authentication.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { PageHeading } from '@/components/PageHeading';
import { Ways } from './Ways';
import { WithoutDevice } from './WithoutDevice';

/** Where 'Authenticate' leads: about face recognition, and the ways that there are. */
export function FaceInfoPage() {
  const { t } = useLingui();
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Prove who you are`} />
      <Alert kind="info">
        <p>
          <Trans>
            This portal does not offer face recognition. It never asks for your camera and has no picture of
            you.
          </Trans>
        </p>
      </Alert>
      <h2>
        <Trans>What is offered</Trans>
      </h2>
      <Ways purpose="account" returnTo={paths.dashboard} />
      <WithoutDevice />
    </div>
  );
}
