import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getSession, useSession } from '@/lib/auth/session';
import { leaveTo } from '@/lib/browser';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { IdleWatch, type IdleState } from '@/lib/idle/idleWatch';
import { presence } from '@/lib/idle/presence';
import { paths } from '@/lib/paths';
import { Dialog } from '@/components/Dialog';
import { useIdleAlert } from '@/components/dialogs/useIdleAlert';

/** The seconds left at which screen readers announce the countdown. */
const announcedSeconds = [240, 180, 120, 60, 30, 10];

/** Formats seconds as minutes and seconds. */
function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Asks an inactive person if they are still there, and signs them out without an answer. */
export function IdleWatcher() {
  const { userIdleTimeout } = useConfiguration();
  const { status } = useSession();
  const showIdleAlert = useIdleAlert();
  const watch = useRef<IdleWatch | null>(null);
  const [state, setState] = useState<IdleState>({ kind: 'active' });

  async function signOut(idleFor: number): Promise<void> {
    if (await getSession().signOutIdle(idleFor)) return;
    await showIdleAlert();
    leaveTo(paths.landing);
  }

  const showState = useEffectEvent((next: IdleState) => {
    setState(next);
    presence.set(next.kind === 'active');
    if (next.kind === 'timedOut') void signOut(next.idleFor);
  });

  useEffect(() => {
    const idleWatch = new IdleWatch({
      idleSeconds: userIdleTimeout,
      onChange: (next) => showState(next),
      onPing: () => void getSession().keepAlive(),
    });
    watch.current = idleWatch;
    return () => {
      idleWatch.stop();
      presence.set(true);
    };
  }, [userIdleTimeout]);

  // A person who has to sign in again gets no second dialog.
  if (state.kind !== 'countdown' || status !== 'signedIn') return null;
  return <IdleDialog secondsLeft={state.secondsLeft} onStay={() => watch.current?.stay()} />;
}

function IdleDialog({ secondsLeft, onStay }: { secondsLeft: number; onStay: () => void }) {
  const { t } = useLingui();
  const announced = announcedSeconds.findLast((seconds) => secondsLeft <= seconds);
  return (
    <Dialog
      title={t`Are you still there?`}
      body={
        <>
          <p>
            <Trans>
              You have been inactive for a while. To protect your information, we will sign you out when the
              time is up. If you started a registration, an address, or an application, we keep it for 24
              hours.
            </Trans>
          </p>
          <p className="countdown" role="timer" aria-live="off">
            {formatClock(secondsLeft)}
          </p>
          <p className="usa-sr-only" role="status">
            {announced !== undefined && (
              <Plural value={announced} one="# second left" other="# seconds left" />
            )}
          </p>
        </>
      }
      okBtnText={t`Stay signed in`}
      cancelBtnText={t`Sign out`}
      onOk={onStay}
      onEscape={onStay}
      onCancel={() => void getSession().signOut()}
    />
  );
}
