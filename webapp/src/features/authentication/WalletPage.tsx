import '@/styles/parts.scss';
import './authentication.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Refusal, useAction } from '@/lib/forms/useAction';
import { formatTime } from '@/lib/i18n/moments';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { Alert } from '@/components/Alert';
import { Awaited } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import { completeAttempt, useAttempt, type Attempt } from './api';
import { NotVerified, type Outcome } from './NotVerified';
import { buildWaysAddress } from './purpose';
import { useEndAttempt } from './useAnswer';
import { askWallet, listSupportedRequests } from './wallet';
import { WalletCode } from './WalletCode';
import { WithAttempt } from './WithAttempt';

/** Explains the request to the person's wallet, sends it, and passes the answer to the portal. */
export default function WalletPage() {
  return <WithAttempt>{(id) => <WalletOf key={id} id={id} />}</WithAttempt>;
}

function WalletOf({ id }: { id: string }) {
  const { t } = useLingui();
  const { data: attempt, error, mutate } = useAttempt(id);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const isOver = useRef(false);
  const end = useEndAttempt(setOutcome);
  async function endOnce(ended: Attempt) {
    if (isOver.current) return;
    isOver.current = true;
    await end(ended);
  }
  const takeState = useEffectEvent((latest: Attempt) => {
    if (latest.state !== 'pending' && latest.state !== 'answered') void endOnce(latest);
  });
  // A wallet on another device answered, or the page of a finished attempt was opened again.
  useEffect(() => {
    if (attempt) takeState(attempt);
  }, [attempt]);

  if (outcome) return <NotVerified outcome={outcome} />;
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Show your mobile driver’s license`} />
      {attempt?.state === 'pending' ? (
        <Wallet attempt={attempt} onEnd={endOnce} />
      ) : attempt?.state === 'answered' ? (
        <p role="status">
          <Trans>Your wallet answered. We are checking it.</Trans>
        </p>
      ) : (
        <Awaited lines={6} error={error} onRetry={mutate} />
      )}
    </div>
  );
}

function Wallet({ attempt, onEnd }: { attempt: Attempt; onEnd: (ended: Attempt) => Promise<void> }) {
  const { t, i18n } = useLingui();
  const { isBusy, problem, run } = useAction();
  const requests = listSupportedRequests(attempt.requests);
  const [first] = attempt.requests;
  const until = formatTime(attempt.expiresAt, i18n.locale);
  const waiting = useRef<AbortController | null>(null);
  useEffect(() => () => waiting.current?.abort(), []);

  async function show() {
    const controller = new AbortController();
    waiting.current = controller;
    const shown = await askWallet(requests, controller.signal).catch(() => {
      throw new Refusal(() => [
        {
          field: null,
          message: t`Your browser could not open a wallet. Try again, or choose another way.`,
        },
      ]);
    });
    if (controller.signal.aborted || !first) return;
    const wallet = shown ?? { protocol: first.protocol, data: { response: null, error: 'declined' } };
    await onEnd(await completeAttempt(attempt.attemptId, { wallet }));
  }

  return (
    <>
      <p>
        <Trans>Your wallet app shows what we ask for, and asks you before it sends anything:</Trans>
      </p>
      <ul className="usa-list">
        <li>
          <Trans>first and last name, and date of birth, to compare with your registration</Trans>
        </li>
        <li>
          <Trans>
            your license number, which we store only as a code that no one can turn back into the number
          </Trans>
        </li>
        <li>
          <Trans>the state that issued it</Trans>
        </li>
      </ul>
      <p>
        <Trans>
          No picture and no address. Neither the state nor any agency learns that you showed your license
          here.
        </Trans>
      </p>
      {requests.length === 0 && attempt.walletLink === null && <NoWallet />}
      {requests.length > 0 || attempt.walletLink !== null ? (
        <p>
          <Trans>You have until {until}.</Trans>
        </p>
      ) : null}
      {requests.length > 0 && (
        <>
          <FailedAction problem={problem} />
          <Button isBusy={isBusy} onClick={() => run(show)}>
            {isBusy ? <Trans>Waiting for your wallet</Trans> : <Trans>Open your wallet</Trans>}
          </Button>
        </>
      )}
      {attempt.walletLink !== null && <WalletCode link={attempt.walletLink} />}
      <p className="margin-top-2">
        <Link to={buildWaysAddress(attempt.returnTo)}>
          <Trans>Choose another way</Trans>
        </Link>
      </p>
    </>
  );
}

function NoWallet() {
  return (
    <Alert kind="warning">
      <p>
        <Trans>
          This browser can’t open a wallet. Use a current version of Chrome, Edge, or Safari, or choose
          another way.
        </Trans>
      </p>
    </Alert>
  );
}
