import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { leaveTo } from '@/lib/browser';
import { formatMoment } from '@/lib/i18n/moments';
import type { Purpose } from '@/lib/authentication/stepUp';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { Alert } from '@/components/Alert';
import { Awaited } from '@/components/FailedRead';
import { useDialogs } from '@/components/dialogs/dialogs';
import { useAction } from '@/lib/forms/useAction';
import { Touch } from './Touch';
import { WayFacts } from './WayFacts';
import { beginAttempt, useAuthenticationTypes, type AuthenticationType } from './api';

const ranks = { proof: 0, signal: 1, none: 2 } as const;

interface WaysProps {
  purpose: Purpose;
  /** The page to continue with. */
  returnTo: string;
  /** The types that would be enough; null for all. */
  types?: readonly number[] | null;
}

/** The ways to step up that the portal offers, each in one line, with folded details. */
export function Ways({ purpose, returnTo, types = null }: WaysProps) {
  const { data, error, mutate } = useAuthenticationTypes();
  if (!data) {
    return <Awaited lines={6} error={error} onRetry={mutate} />;
  }
  const offered = data.items
    .filter(({ isEnabled, typeId }) => isEnabled && (types === null || types.includes(typeId)))
    // The ways with a stronger proof come first.
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
        <li key={type.typeId} className="card way">
          <Way type={type} purpose={purpose} returnTo={returnTo} />
        </li>
      ))}
    </ul>
  );
}

interface WayProps extends Omit<WaysProps, 'types'> {
  type: AuthenticationType;
}

function Way(props: WayProps) {
  const { type: name, needs } = props.type;
  return (
    <>
      <h3 className="card__title">{name}</h3>
      <p>
        <Summary needs={needs} />
      </p>
      <BeginWay {...props}>
        <Trans>
          Continue <span className="usa-sr-only">with {name}</span>
        </Trans>
      </BeginWay>
      <details>
        <summary>
          <Trans>
            Details <span className="usa-sr-only">of {name}</span>
          </Trans>
        </summary>
        <WayFacts needs={needs} />
      </details>
    </>
  );
}

function Summary({ needs }: { needs: AuthenticationType['needs'] }) {
  if (needs.includes('identityServiceAccount')) return <Trans>Sign in to your online ID account.</Trans>;
  if (needs.includes('creditHistory')) return <Trans>Answer questions about your credit.</Trans>;
  if (needs.includes('camera')) return <Trans>Compare your face with an agency’s photo.</Trans>;
  return <Trans>Show the license on your phone.</Trans>;
}

interface BeginWayProps extends WayProps {
  /** The text of the button. */
  children: ReactNode;
}

/** The button that starts a way, or the time until which the way is locked. */
export function BeginWay({ type, purpose, returnTo, children }: BeginWayProps) {
  const { t, i18n } = useLingui();
  const { confirm } = useDialogs();
  const navigate = useNavigate();
  const { isBusy, problem, run } = useAction();
  const until = type.lockedUntil ? formatMoment(type.lockedUntil, i18n.locale) : null;

  /** An attempt counts from its start, so a press alone must not use one. */
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
      // Reloads the page: only its headers allow the camera.
      leaveTo(`${paths.camera}?${query}`);
    } else leaveTo(redirectUrl);
    // Busy until the other page opens, or the person returns here by the browser's Back.
    await new Promise((resolve) => window.addEventListener('pageshow', resolve, { once: true }));
  }

  return (
    <>
      <FailedAction problem={problem} />
      {until ? (
        <Alert kind="warning">
          <p>
            <Trans>Too many failed attempts. You can use this way again on {until}.</Trans>
          </p>
        </Alert>
      ) : (
        <Button isBusy={isBusy} onClick={() => run(begin)}>
          {children}
        </Button>
      )}
    </>
  );
}
