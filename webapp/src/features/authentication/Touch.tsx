import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Purpose } from '@/lib/authentication/stepUp';
import { Button } from '@/components/Button';
import { Alert } from '@/components/Alert';
import { useAction } from '@/lib/forms/useAction';
import { beginAttempt, usePasskeys, type Passkey } from './api';
import type { Outcome } from './NotVerified';
import { useSendAnswer } from './useAnswer';
import { hasPasskeySupport, touchPasskey } from './webauthn';

interface TouchProps {
  purpose: Purpose;
  /** The page to continue with. */
  returnTo: string;
  /** The types of proof that would be enough. */
  types: readonly number[];
}

/** The shortest way for people with a passkey: a touch renews the proof that the passkey stands for. */
export function Touch({ types, ...rest }: TouchProps) {
  const { data } = usePasskeys();
  // The passkey of the latest proof is valid longest.
  const [passkey] = (data?.items ?? [])
    .filter(({ typeId }) => types.includes(typeId))
    .sort((one, other) => other.expiresAt.localeCompare(one.expiresAt));
  return passkey && hasPasskeySupport() ? (
    <li className="card">
      <Card {...rest} passkey={passkey} />
    </li>
  ) : null;
}

function Card({ purpose, returnTo, passkey }: Omit<TouchProps, 'types'> & { passkey: Passkey }) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { isBusy, problem, run } = useAction();
  const answer = useSendAnswer(setOutcome);
  const { type } = passkey;

  async function touch() {
    setOutcome(null);
    const { attemptId, passkeyOptions } = await beginAttempt(passkey.typeId, purpose, returnTo, true);
    if (passkeyOptions) await answer(attemptId, { passkey: await touchPasskey(passkeyOptions) });
  }

  const isCanceled = outcome && 'state' in outcome && outcome.state === 'canceled';
  const words = isCanceled
    ? t`Nothing was sent to the portal. This try does not count.`
    : outcome && t`We couldn’t trust the answer. Nothing was changed.`;
  return (
    <>
      <h3 className="card__title">
        <Trans>Your passkey</Trans>
      </h3>
      <p>
        <Trans>Just touch your device, because you proved who you are before: {type}.</Trans>
      </p>
      {(problem ?? words) && (
        <Alert kind={isCanceled ? 'info' : 'error'} isLive>
          <p>{problem ?? words}</p>
        </Alert>
      )}
      <Button isBusy={isBusy} onClick={() => run(touch)}>
        <Trans>Use your passkey</Trans>
      </Button>
    </>
  );
}
