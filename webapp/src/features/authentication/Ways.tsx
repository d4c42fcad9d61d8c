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
          <Trans>This portal can’t verify your identity right now.</Trans>
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
            <Trans>Too many failed attempts. You can use this way again on {until}.</Trans>
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
        needed={<Trans>An account at the identity service where you already proved your identity.</Trans>}
        steps={
          <Trans>You go to the identity service, sign in there, and come back. You have ten minutes.</Trans>
        }
        learned={
          <Trans>
            Your name and date of birth. We compare them with your registration and do not keep them. We
            record that you proved who you are, when, and at which service.
          </Trans>
        }
      />
    );
  if (needs.includes('creditHistory'))
    return (
      <Facts
        needed={<Trans>A US credit history that is not frozen.</Trans>}
        steps={
          <Trans>
            A credit bureau asks a few questions about your credit history. You have a few minutes to answer.
            Starting uses one try, even if you leave. You get only a few tries in 24 hours. Some services need
            stronger proof than this.
          </Trans>
        }
        learned={
          <Trans>
            The portal learns if you passed. The bureau learns that the portal asked, with your name, date of
            birth, and language. We keep neither the questions nor your answers. We record that you passed,
            when, and at which bureau.
          </Trans>
        }
      />
    );
  if (needs.includes('camera'))
    return (
      <Facts
        needed={
          <Trans>
            A camera, and a connected service from an agency that has a photo of you, such as your driver
            license.
          </Trans>
        }
        steps={
          <Trans>
            A video check confirms that you are there in person. Then we compare your face with the agency’s
            photo. The check may flash colored lights. Starting uses one try. After five tries, you wait half
            a minute before each new one.
          </Trans>
        }
        learned={
          <Trans>
            The portal learns if both faces match. Amazon Web Services checks the video and compares the faces
            for us. We keep neither the video nor a picture. We record that you proved who you are, when, and
            with which agency’s photo.
          </Trans>
        }
        agencies={<Trans>The agency that has your photo learns that the portal asked for it.</Trans>}
      />
    );
  if (needs.includes('mobileDriverLicense'))
    return (
      <Facts
        needed={<Trans>A phone with your state’s mobile driver’s license in its wallet app.</Trans>}
        steps={
          <Trans>
            Your wallet app shows what we ask for, and you agree there. It takes about a minute. You have ten
            minutes.
          </Trans>
        }
        learned={
          <Trans>
            Your name, date of birth, license number, and the state that issued it. We compare your name and
            date of birth with your registration and do not keep them. We record that you proved who you are,
            when, and which state issued the license. We also record when its copy on your phone expires, and
            a code made from its number.
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
