import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError, CancelledError } from '@/lib/api/errors';
import { leaveTo } from '@/lib/browser';
import { timeInWords, momentInWords } from '@/lib/i18n/moments';
import { panels } from '@/lib/panels/panels';
import { paths } from '@/lib/paths';
import { FailedRead } from '@/components/FailedRead';
import { showToast } from '@/components/toasts/toasts';
import { useFailureWords } from '@/components/forms/useFailureWords';
import {
  endAuthentication,
  useAuthenticationStatus,
  useLockedOut,
  useRefreshAuthentication,
} from '@/lib/authentication/status';

interface LockPanelProps {
  state: 'active' | 'locked' | 'inactive';
  /** Says the state. */
  sentence: string;
}

/** What the lock opens. */
export function LockPanel({ state, sentence }: LockPanelProps) {
  const { data: status, error, mutate } = useAuthenticationStatus();
  const { data: lockedOut } = useLockedOut();
  if (!status) return error === undefined ? null : <FailedRead error={error} onRetry={() => void mutate()} />;
  return (
    <>
      <p className="lock__state">{sentence}</p>
      {state === 'active' && (
        <Active type={status.enhancedAuthenticationType ?? ''} until={status.expiresAt} />
      )}
      {state === 'locked' && lockedOut?.until && <LockedUntil moment={lockedOut.until} />}
      {state === 'inactive' && (
        <Link to={paths.faceInfo} className="usa-button" onClick={() => panels.close()}>
          <Trans>Authenticate</Trans>
        </Link>
      )}
    </>
  );
}

interface ActiveProps {
  type: string;
  until: string | null;
}

function Active({ type, until }: ActiveProps) {
  const { t, i18n } = useLingui();
  const refresh = useRefreshAuthentication();
  const describeFailure = useFailureWords();
  const [isBusy, setBusy] = useState(false);
  const time = until ? timeInWords(until, i18n.locale) : '';

  async function signOut() {
    if (isBusy) return;
    setBusy(true);
    try {
      const logoutUrl = await endAuthentication();
      panels.closeAndReturn();
      if (logoutUrl) {
        leaveTo(logoutUrl);
        return;
      }
      await refresh();
      showToast(t`Sign out successful.`);
    } catch (error) {
      if (error instanceof CancelledError || (error instanceof ApiError && error.status === 401)) return;
      showToast(describeFailure(error), 'failure');
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <p className="lock__detail">
        <Trans>
          {type}, until {time}
        </Trans>
      </p>
      <button
        type="button"
        className="usa-button usa-button--outline"
        aria-disabled={isBusy}
        onClick={() => void signOut()}
      >
        <Trans>Sign out</Trans>
      </button>
    </>
  );
}

function LockedUntil({ moment }: { moment: string }) {
  const { i18n } = useLingui();
  const until = momentInWords(moment, i18n.locale);
  return (
    <p className="lock__detail">
      <Trans>Too many tries failed. You can try again {until}.</Trans>
    </p>
  );
}
