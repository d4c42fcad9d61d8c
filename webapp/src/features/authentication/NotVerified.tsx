import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { PageHeading } from '@/components/PageHeading';
import { typeIds, type Attempt } from './api';
import { waysAddress } from './purpose';

/** What became of an attempt that did not succeed: its end, or the sentence of a failure. */
export type Outcome = Attempt | { problem: string };

/** Says why an attempt proved nothing, and leads to the ways. */
export function NotVerified({ outcome }: { outcome: Outcome }) {
  const { t } = useLingui();
  const isCanceled = 'state' in outcome && outcome.state === 'canceled';
  return (
    <div className="page page--narrow">
      <PageHeading title={isCanceled ? t`You canceled` : t`You are not verified`} />
      <Alert kind={isCanceled ? 'info' : 'error'} isLive>
        <p>
          <Words outcome={outcome} />
        </p>
      </Alert>
      <p>
        <Link to={waysAddress('returnTo' in outcome ? outcome.returnTo : undefined)} className="usa-button">
          <Trans>Try again or choose another way</Trans>
        </Link>
      </p>
    </div>
  );
}

function Words({ outcome }: { outcome: Outcome }) {
  if ('problem' in outcome) return outcome.problem;
  if (outcome.state === 'canceled')
    return outcome.typeId === typeIds.face ? (
      <Trans>The check was not finished, so nothing was compared. This try counts.</Trans>
    ) : (
      <Trans>Nothing was sent to the portal. This try does not count.</Trans>
    );
  switch (outcome.reason) {
    case 'wrongPerson':
      return (
        <Trans>
          The name or date of birth that was shown is not the one in your registration. Both have to be the
          same.
        </Trans>
      );
    case 'assuranceTooLow':
      return (
        <Trans>
          The identity service knows you, but you have not proven your identity there yet. Do that there
          first, then try again.
        </Trans>
      );
    case 'licenseExpired':
      return (
        <Trans>
          Your mobile driver’s license has expired, or its copy on your phone has. Open your wallet app while
          you are online to renew the copy, or renew the license, then try again.
        </Trans>
      );
    case 'licenseRevoked':
      return (
        <Trans>
          The state that issued this mobile driver’s license no longer vouches for it. Ask that state’s motor
          vehicle office about it.
        </Trans>
      );
    case 'documentInUse':
      return (
        <Trans>
          This license already proves another account of the portal, and a license proves one account only.
          Sign in to that account, or tell support if you have no other. This try counts.
        </Trans>
      );
    case 'issuerUnknown':
      return (
        <Trans>
          This license is not from a state whose mobile driver’s licenses the portal can check. Choose another
          way.
        </Trans>
      );
    case 'creditFileNotUsable':
      return (
        <Trans>
          The credit bureau cannot ask about you now. Your credit file may be frozen, missing, or say too
          little; the portal tells nobody which. Lift a freeze for a while, ask the bureau about your file, or
          choose another way. This try counts.
        </Trans>
      );
    case 'wrongAnswers':
      return <Trans>Not enough of the answers were right. This try counts.</Trans>;
    case 'portraitMissing':
      return (
        <Trans>
          No agency that you are connected with has a photo of you.{' '}
          <Link to={paths.connections}>Connect your driver license</Link> first, or choose another way. This
          try counts.
        </Trans>
      );
    case 'faceNotLive':
      return (
        <Trans>
          The camera did not see a living face well enough. Find even light, look straight into the camera,
          and take off what covers your face. This try counts.
        </Trans>
      );
    case 'faceNotMatched':
      return (
        <Trans>
          Your face and the agency’s photo are not similar enough. An old photo can be the reason. This try
          counts; if it happens again, choose another way.
        </Trans>
      );
    case 'tooLate':
      return <Trans>The time was over. This try counts.</Trans>;
    default:
      return <Trans>The answer could not be trusted. Nothing was changed.</Trans>;
  }
}
