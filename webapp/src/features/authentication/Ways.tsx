import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError, CancelledError } from '@/lib/api/errors';
import { leaveTo } from '@/lib/browser';
import { momentInWords } from '@/lib/i18n/moments';
import { Alert } from '@/components/Alert';
import { FailedRead } from '@/components/FailedRead';
import { Skeleton } from '@/components/Skeleton';
import { useFailureWords } from '@/components/forms/useFailureWords';
import { beginAttempt, useAuthenticationTypes, type AuthenticationType, type Purpose } from './api';

interface WaysProps {
  purpose: Purpose;
  /** The page to go on with. */
  returnTo: string;
}

/** The ways to step up that the portal offers, each with what it needs and what is learned of the person. */
export function Ways({ purpose, returnTo }: WaysProps) {
  const { data, error, mutate } = useAuthenticationTypes();
  if (!data) {
    return error === undefined ? (
      <Skeleton lines={6} />
    ) : (
      <FailedRead error={error} onRetry={() => void mutate()} />
    );
  }
  const offered = data.items.filter(({ isEnabled }) => isEnabled);
  if (offered.length === 0) {
    return (
      <Alert kind="info">
        <p>
          <Trans>This portal offers no way to prove who you are at the moment.</Trans>
        </p>
      </Alert>
    );
  }
  return (
    <ul className="ways">
      {offered.map((type) => (
        <li key={type.typeId} className="card ways__item">
          <Way type={type} purpose={purpose} returnTo={returnTo} />
        </li>
      ))}
    </ul>
  );
}

function Way({ type, purpose, returnTo }: WaysProps & { type: AuthenticationType }) {
  const { i18n } = useLingui();
  const describeFailure = useFailureWords();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const until = type.lockedUntil ? momentInWords(type.lockedUntil, i18n.locale) : null;
  const name = type.type;

  async function begin() {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const { redirectUrl } = await beginAttempt(type.typeId, purpose, returnTo);
      if (redirectUrl) {
        // Busy until the other page is there.
        leaveTo(redirectUrl);
        return;
      }
    } catch (error) {
      if (error instanceof CancelledError || (error instanceof ApiError && error.status === 401)) return;
      setProblem(describeFailure(error));
    }
    setBusy(false);
  }

  return (
    <>
      <h3 className="card__title">{name}</h3>
      <Description needs={type.needs} />
      {problem && (
        <Alert kind="error" isLive>
          <p>{problem}</p>
        </Alert>
      )}
      {until ? (
        <Alert kind="warning">
          <p>
            <Trans>Too many tries failed. You can use this way again {until}.</Trans>
          </p>
        </Alert>
      ) : (
        <button type="button" className="usa-button" aria-disabled={isBusy} onClick={() => void begin()}>
          <Trans>Continue with {name}</Trans>
        </button>
      )}
    </>
  );
}

function Description({ needs }: { needs: AuthenticationType['needs'] }) {
  if (!needs.includes('identityServiceAccount')) return null;
  return (
    <dl className="ways__facts">
      <div>
        <dt>
          <Trans>What you need</Trans>
        </dt>
        <dd>
          <Trans>An account at the identity service in which you have proven your identity before.</Trans>
        </dd>
      </div>
      <div>
        <dt>
          <Trans>How it works</Trans>
        </dt>
        <dd>
          <Trans>
            You go to the identity service, sign in there, and come back. You have ten minutes for it.
          </Trans>
        </dd>
      </div>
      <div>
        <dt>
          <Trans>What the portal learns</Trans>
        </dt>
        <dd>
          <Trans>
            Your name and date of birth. It compares them with your registration and does not keep them. It
            keeps that you proved who you are, when, and at which service.
          </Trans>
        </dd>
      </div>
      <div>
        <dt>
          <Trans>What agencies learn</Trans>
        </dt>
        <dd>
          <Trans>Nothing.</Trans>
        </dd>
      </div>
    </dl>
  );
}
