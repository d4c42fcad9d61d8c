import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { PageHeading } from '@/components/PageHeading';
import { typeIds, type Attempt } from './api';
import { buildWaysAddress } from './purpose';

/** The result of an unsuccessful attempt, or the sentence of a failure. */
export type Outcome = Attempt | { problem: string };

/** Explains why an attempt proved nothing, and links to the ways. */
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
        <Link
          to={buildWaysAddress('returnTo' in outcome ? outcome.returnTo : undefined)}
          className="usa-button"
        >
          <Trans>Try again or choose another way</Trans>
        </Link>
      </p>
    </div>
  );
}

function Words({ outcome }: { outcome: Outcome }) {
  if ('problem' in outcome) return <span>{outcome.problem}</span>;
  if (outcome.state === 'canceled')
    return outcome.typeId === typeIds.face ? (
      <Trans>You did not finish the check, so we compared nothing. This try counts.</Trans>
    ) : (
      <Trans>Nothing was sent to the portal. This try does not count.</Trans>
    );
  switch (outcome.reason) {
    case 'wrongPerson':
      return <Trans>The name or date of birth does not match your registration. Both must match.</Trans>;
    case 'assuranceTooLow':
      return (
        <Trans>
          You have an account at the identity service, but you haven’t proved your identity there yet. Do that
          first, then try again.
        </Trans>
      );
    case 'licenseExpired':
      return (
        <Trans>
          Your mobile driver’s license or its copy on your phone has expired. Go online and open your wallet
          app to renew the copy, or renew the license. Then try again.
        </Trans>
      );
    case 'licenseRevoked':
      return (
        <Trans>
          The state that issued this mobile driver’s license no longer accepts it as valid. Ask that state’s
          motor vehicle office.
        </Trans>
      );
    case 'documentInUse':
      return (
        <Trans>
          Another account already uses this license, and a license works for one account only. Sign in to that
          account, or tell support if you have no other. This try counts.
        </Trans>
      );
    case 'issuerUnknown':
      return <Trans>We can’t check mobile driver’s licenses from this state. Choose another way.</Trans>;
    case 'creditFileNotUsable':
      return (
        <Trans>
          The credit bureau can’t ask about you now. Your credit file may be frozen, missing, or too short. We
          tell no one which. Lift a freeze for a while, ask the bureau about your file, or choose another way.
          This try counts.
        </Trans>
      );
    case 'wrongAnswers':
      return <Trans>Not enough answers were right. This try counts.</Trans>;
    case 'portraitMissing':
      return (
        <Trans>
          None of your connected agencies has a photo of you.{' '}
          <Link to={paths.connections}>Connect your driver license</Link> first, or choose another way. This
          try counts.
        </Trans>
      );
    case 'faceNotLive':
      return (
        <Trans>
          The camera could not confirm a live face. Find even light, look straight into the camera, and
          uncover your face. This try counts.
        </Trans>
      );
    case 'faceNotMatched':
      return (
        <Trans>
          Your face does not match the agency’s photo closely enough. The photo may be old. This try counts.
          If it happens again, choose another way.
        </Trans>
      );
    case 'tooLate':
      return <Trans>Time ran out. This try counts.</Trans>;
    default:
      return <Trans>We couldn’t trust the answer. Nothing was changed.</Trans>;
  }
}
