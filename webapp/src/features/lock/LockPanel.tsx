import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';
import { useRead } from '@/lib/api/useRead';
import { leaveTo } from '@/lib/browser';
import { formatTime, formatMoment } from '@/lib/i18n/moments';
import { panels } from '@/lib/panels/panels';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { FailedRead } from '@/components/FailedRead';
import { showToast } from '@/components/toasts/toasts';
import { useAction } from '@/lib/forms/useAction';
import {
  endAuthentication,
  typesPath,
  useAuthenticationStatus,
  useLockedOut,
  useRefreshAuthentication,
} from '@/lib/authentication/status';

interface LockPanelProps {
  state: 'active' | 'locked' | 'inactive';
  /** The text of the state. */
  sentence: string;
}

/** The panel that the lock opens. */
export function LockPanel({ state, sentence }: LockPanelProps) {
  const { data: status, error } = useAuthenticationStatus();
  const { data: lockedOut, error: lockError } = useLockedOut();
  const refresh = useRefreshAuthentication();
  if (!status || !(status.isAuthenticated || lockedOut)) {
    const failure: unknown = error ?? lockError;
    return failure === undefined ? null : <FailedRead error={failure} onRetry={refresh} />;
  }
  return (
    <>
      <p className="text-bold">{sentence}</p>
      {state === 'active' && (
        <Active type={status.enhancedAuthenticationType ?? ''} until={status.expiresAt} />
      )}
      {state === 'locked' && lockedOut?.until && <LockedUntil moment={lockedOut.until} />}
      {state === 'inactive' && <Inactive />}
    </>
  );
}

/** Links to the authentication types, which return to this page. */
function Inactive() {
  const { data: types } = useRead(typesPath);
  const { pathname, search } = useLocation();
  if (types?.items.every(({ isEnabled }) => !isEnabled))
    return (
      <p className="quiet">
        <Trans>This portal can’t verify your identity right now.</Trans>
      </p>
    );
  const query = new URLSearchParams({ returnTo: pathname + search }).toString();
  return (
    <Link to={`${paths.faceInfo}?${query}`} className="usa-button" onClick={() => panels.close()}>
      <Trans>Authenticate</Trans>
    </Link>
  );
}

interface ActiveProps {
  type: string;
  until: string | null;
}

function Active({ type, until }: ActiveProps) {
  const { t, i18n } = useLingui();
  const refresh = useRefreshAuthentication();
  const { isBusy, problem, run } = useAction();
  const time = until ? formatTime(until, i18n.locale) : '';

  const signOut = () =>
    run(async () => {
      const logoutUrl = await endAuthentication();
      panels.closeAndReturn();
      if (logoutUrl) {
        leaveTo(logoutUrl);
        return;
      }
      await refresh();
      showToast(t`Sign out successful.`);
    });

  return (
    <>
      <p className="quiet">
        <Trans>
          {type}, until {time}
        </Trans>
      </p>
      <FailedAction problem={problem} />
      <Button kind="outline" isBusy={isBusy} onClick={signOut}>
        <Trans>Sign out</Trans>
      </Button>
    </>
  );
}

function LockedUntil({ moment }: { moment: string }) {
  const { i18n } = useLingui();
  const until = formatMoment(moment, i18n.locale);
  return (
    <p className="quiet">
      <Trans>Too many failed attempts. You can try again on {until}.</Trans>
    </p>
  );
}
