import '@/styles/parts.scss';
import './authentication.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { getSafeReturnPath } from '@/lib/auth/returnUrl';
import { leaveTo } from '@/lib/browser';
import { formatTime } from '@/lib/i18n/moments';
import { createLazyComponent } from '@/lib/lazyComponent';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { Alert } from '@/components/Alert';
import { Awaited } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { useAction } from '@/lib/forms/useAction';
import { completeAttempt, useAttempt, type Attempt, type Liveness } from './api';
import { NotVerified, type Outcome } from './NotVerified';
import { buildWaysAddress } from './purpose';
import { WithAttempt } from './WithAttempt';

// The largest part of the portal by far, loaded only for the camera.
const Camera = createLazyComponent(async () => (await import('./Camera')).Camera);

/** Explains the camera, opens it, and has the portal compare the video. */
export default function CameraPage() {
  return <WithAttempt>{(id) => <CameraOf key={id} id={id} />}</WithAttempt>;
}

function CameraOf({ id }: { id: string }) {
  const { t } = useLingui();
  const { data: attempt, error, mutate } = useAttempt(id);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  if (outcome) return <NotVerified outcome={outcome} />;
  if (attempt && attempt.state !== 'verified' && (attempt.state !== 'pending' || attempt.liveness === null))
    return <NotVerified outcome={attempt} />;
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Look into the camera`} />
      {attempt ? (
        <Check attempt={attempt} onEnd={setOutcome} />
      ) : (
        <Awaited lines={6} error={error} onRetry={mutate} />
      )}
    </div>
  );
}

interface CheckProps {
  attempt: Attempt;
  onEnd: (outcome: Outcome) => void;
}

function Check({ attempt, onEnd }: CheckProps) {
  const [parameters] = useSearchParams();
  const { isBusy, problem, run } = useAction();
  const wasSent = useRef(false);
  // Another page with the camera leads back with this.
  const wasSeen = parameters.has('seen');

  function leave(ended: Attempt) {
    // Reloads the page, because its headers alone allow the camera and the calls of the video check.
    if (ended.state === 'verified') leaveTo(getSafeReturnPath(ended.returnTo) ?? paths.dashboard);
    else onEnd(ended);
  }
  function complete(error: string | null) {
    return run(async () => leave(await completeAttempt(attempt.attemptId, { liveness: { error } })));
  }
  const completeSeen = useEffectEvent(() => {
    if (attempt.state === 'verified') leave(attempt);
    else if (wasSeen && !wasSent.current) {
      wasSent.current = true;
      void complete(null);
    }
  });
  useEffect(() => completeSeen(), []);

  if (problem)
    return (
      <>
        <Alert kind="error" isLive>
          <p>{problem}</p>
        </Alert>
        <p>
          <Link to={buildWaysAddress(attempt.returnTo)} className="usa-button">
            <Trans>Try again or choose another way</Trans>
          </Link>
        </p>
      </>
    );
  if (wasSeen || isBusy || !attempt.liveness)
    return (
      <p role="status">
        <Trans>We are comparing what the camera saw with the agency’s photo.</Trans>
      </p>
    );
  return <Ready attempt={attempt} liveness={attempt.liveness} onSeen={(error) => void complete(error)} />;
}

interface ReadyProps {
  attempt: Attempt;
  liveness: Liveness;
  /** Handles the failure of the camera's part; null when it saw enough. */
  onSeen: (error: string | null) => void;
}

function Ready({ attempt, liveness, onSeen }: ReadyProps) {
  const { t, i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const until = formatTime(attempt.expiresAt, i18n.locale);

  if (isOpen && liveness.credentials)
    return (
      <section aria-label={t`Camera`}>
        <Suspense fallback={<Skeleton lines={8} />}>
          <Camera liveness={liveness} credentials={liveness.credentials} onSeen={onSeen} />
        </Suspense>
      </section>
    );
  return (
    <>
      <p className="lead">
        <Trans>
          A video check confirms that you are there in person. Then we compare your face with the agency’s
          photo of you.
        </Trans>
      </p>
      <Alert kind="warning">
        <p>
          <Trans>
            The check may flash colored lights. If flashing lights can harm you or anyone near you, choose
            another way.
          </Trans>
        </p>
      </Alert>
      <ul className="usa-list">
        <li>
          <Trans>We send the video to Amazon Web Services, which checks it for us.</Trans>
        </li>
        <li>
          <Trans>The portal keeps neither the video nor a picture of you.</Trans>
        </li>
        <li>
          <Trans>
            Find even light. Look straight into the camera. Take off a hat, a mask, or dark glasses.
          </Trans>
        </li>
      </ul>
      <p>
        <Trans>Start within three minutes, and finish by {until}. This try counts even if you leave.</Trans>
      </p>
      <p>
        {liveness.cameraUrl ? (
          <a className="usa-button" href={liveness.cameraUrl}>
            <Trans>Open the camera</Trans>
          </a>
        ) : (
          <Button onClick={() => setOpen(true)}>
            <Trans>Open the camera</Trans>
          </Button>
        )}
      </p>
      <p>
        <Button kind="unstyled" onClick={() => onSeen('declined')}>
          <Trans>Do not use the camera</Trans>
        </Button>
      </p>
    </>
  );
}
