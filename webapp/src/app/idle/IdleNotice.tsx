import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { useSession } from '@/lib/auth/session';
import { takeIdleNotice } from '@/lib/idle/idleNotice';
import { useDialogs } from '@/components/dialogs/dialogs';

/** The alert after an idle sign-out, in the words of the specification. */
export function useIdleAlert(): (minutes: number) => Promise<void> {
  const { t } = useLingui();
  const { alert } = useDialogs();
  return useCallback(
    (minutes: number) =>
      alert({
        body: t`You have been idle for ${minutes} minute(s) and have been automatically signed out.`,
      }),
    [alert, t],
  );
}

/** Tells a person who comes back that they were signed out meanwhile. */
export function IdleNotice() {
  const { status } = useSession();
  const alertOfIdle = useIdleAlert();
  const tell = useEffectEvent(async () => {
    const minutes = await takeIdleNotice();
    if (minutes !== null) await alertOfIdle(minutes);
  });

  useEffect(() => {
    if (status === 'anonymous') void tell();
  }, [status]);

  return null;
}
