import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { leaveTo } from '@/lib/browser';
import { deadlineInWords } from '@/lib/i18n/moments';
import type { Purpose } from '@/lib/authentication/stepUp';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { Alert } from '@/components/Alert';
import { Awaited } from '@/components/FailedRead';
import { useDialogs } from '@/components/dialogs/dialogs';
import { useAction } from '@/lib/forms/useAction';
import { Touch } from './Touch';
import { beginAttempt, useAuthenticationTypes, type AuthenticationType } from './api';

const ranks = { proof: 0, signal: 1, none: 2 } as const;

interface WaysProps {
  purpose: Purpose;
  /** The page to go on with. */
  returnTo: string;
  /** The types that would do; null for all. */
  types?: readonly number[] | null;
}

/** The ways to step up that the portal offers, each with what it needs and what is learned of the person. */
export function Ways({ purpose, returnTo, types = null }: WaysProps) {
  const { data, error, mutate } = useAuthenticationTypes();
  if (!data) {
    return <Awaited lines={6} error={error} onRetry={mutate} />;
  }
  const offered = data.items
    .filter(({ isEnabled, typeId }) => isEnabled && (types === null || types.includes(typeId)))
    // What proves more comes first.
    .sort((one, other) => ranks[one.assurance] - ranks[other.assurance]);
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
    <ul className="usa-list--unstyled stack ways">
      <Touch purpose={purpose} returnTo={returnTo} types={offered.map(({ typeId }) => typeId)} />
      {offered.map((type) => (
        <li key={type.typeId} className="card">
          <Way type={type} purpose={purpose} returnTo={returnTo} />
        </li>
      ))}
    </ul>
  );
}

function Way({ type, purpose, returnTo }: Omit<WaysProps, 'types'> & { type: AuthenticationType }) {
  const { t, i18n } = useLingui();
  const { confirm } = useDialogs();
  const navigate = useNavigate();
  const { isBusy, problem, run } = useAction();
  const until = type.lockedUntil ? deadlineInWords(type.lockedUntil, i18n.locale) : null;
  const name = type.type;

  /** A try counts from its beginning, so a press alone must not spend it. */
  function confirmTry(): Promise<boolean> {
    const tries = type.maxTries ?? 0;
    return confirm({
      title: t`Start the credit check?`,
      body: t`${plural(tries, {
        one: 'You have one try within 24 hours. Starting uses it, even if you leave.',
        other: 'You have # tries within 24 hours. Starting uses one, even if you leave.',
      })}`,
      okBtnText: t`Start the check`,
    });
  }

  async function begin() {
    if (type.needs.includes('creditHistory') && !(await confirmTry())) return;
    const { attemptId, mode, redirectUrl } = await beginAttempt(type.typeId, purpose, returnTo);
    if (redirectUrl === null) {
      const query = new URLSearchParams({ attempt: attemptId }).toString();
      if (mode !== 'liveness') {
        await navigate(`${mode === 'quiz' ? paths.creditBureau : paths.midResponse}?${query}`);
        return;
      }
      // Loaded anew: the headers of that page alone allow the camera.
      leaveTo(`${paths.camera}?${query}`);
    } else leaveTo(redirectUrl);
    // Busy until the other page is there, or this one again by the browser's Back.
    await new Promise((resolve) => window.addEventListener('pageshow', resolve, { once: true }));
  }

  return (
    <>
      <h3 className="card__title">{name}</h3>
      <Description needs={type.needs} />
      <FailedAction problem={problem} />
      {until ? (
        <Alert kind="warning">
          <p>
            <Trans>Too many tries failed. You can use this way again on {until}.</Trans>
          </p>
        </Alert>
      ) : (
        <Button isBusy={isBusy} onClick={() => run(begin)}>
          <Trans>Continue with {name}</Trans>
        </Button>
      )}
    </>
  );
}

function Description({ needs }: { needs: AuthenticationType['needs'] }) {
  if (needs.includes('identityServiceAccount'))
    return (
      <Facts
        needed={
          <Trans>An account at the identity service in which you have proven your identity before.</Trans>
        }
        steps={
          <Trans>
            You go to the identity service, sign in there, and come back. You have ten minutes for it.
          </Trans>
        }
        learned={
          <Trans>
            Your name and date of birth. It compares them with your registration and does not keep them. It
            keeps that you proved who you are, when, and at which service.
          </Trans>
        }
      />
    );
  if (needs.includes('creditHistory'))
    return (
      <Facts
        needed={<Trans>A credit history in the United States that is not frozen.</Trans>}
        steps={
          <Trans>
            A credit bureau asks a few questions about your credit history, and you have a few minutes for
            them. A try counts from its beginning, also when you leave. Only a few are possible within 24
            hours. Right answers are a good sign and no proof, so that some things ask for another way.
          </Trans>
        }
        learned={
          <Trans>
            Whether your answers were enough. The bureau learns that the portal asked it, with your name, date
            of birth, and language. The portal keeps neither the questions nor your answers. It keeps that you
            passed, when, and at which bureau.
          </Trans>
        }
      />
    );
  if (needs.includes('camera'))
    return (
      <Facts
        needed={
          <Trans>
            A camera, and a connection in this portal with an agency that has a photo of you, such as the one
            of your driver license.
          </Trans>
        }
        steps={
          <Trans>
            A video check sees that you are there in person, and your face is compared with the agency’s
            photo. The check may flash colored lights. A try counts from its beginning; after five you wait
            half a minute before each further one.
          </Trans>
        }
        learned={
          <Trans>
            Whether both faces are the same. Amazon Web Services watches the video and compares for the
            portal. The portal keeps neither the video nor a picture. It keeps that you proved who you are,
            when, and with which agency’s photo.
          </Trans>
        }
        agencies={<Trans>The one that has your photo learns that the portal asked for it.</Trans>}
      />
    );
  if (needs.includes('mobileDriverLicense'))
    return (
      <Facts
        needed={<Trans>A phone with your state’s mobile driver’s license in its wallet app.</Trans>}
        steps={
          <Trans>
            Your wallet app shows what is asked for, and you agree there. It takes about a minute. You have
            ten minutes for it.
          </Trans>
        }
        learned={
          <Trans>
            Your name, date of birth, the number of the license, and the state that issued it. It compares
            name and date of birth with your registration and does not keep them. It keeps that you proved who
            you are, when, which state issued the license, until when its copy on your phone is good, and a
            code made from its number.
          </Trans>
        }
      />
    );
  return null;
}

interface FactsProps {
  needed: ReactNode;
  steps: ReactNode;
  learned: ReactNode;
  /** What agencies learn; where it is left out, nothing. */
  agencies?: ReactNode;
}

function Facts({ needed, steps, learned, agencies = <Trans>Nothing.</Trans> }: FactsProps) {
  return (
    <dl className="stack">
      <div>
        <dt>
          <Trans>What you need</Trans>
        </dt>
        <dd>{needed}</dd>
      </div>
      <div>
        <dt>
          <Trans>How it works</Trans>
        </dt>
        <dd>{steps}</dd>
      </div>
      <div>
        <dt>
          <Trans>What the portal learns</Trans>
        </dt>
        <dd>{learned}</dd>
      </div>
      <div>
        <dt>
          <Trans>What agencies learn</Trans>
        </dt>
        <dd>{agencies}</dd>
      </div>
    </dl>
  );
}
