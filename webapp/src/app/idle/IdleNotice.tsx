import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { useSession } from '@/lib/auth/session';
import { takeIdleNotice } from '@/lib/idle/idleNotice';
import { useDialogs } from '@/components/dialogs/dialogs';

/** Tells once of an idle sign-out that was left word of, in the words of the specification. */
export function useIdleAlert(): () => Promise<void> {
  const { t } = useLingui();
  const { alert } = useDialogs();
  return useCallback(async () => {
    const minutes = await takeIdleNotice();
    if (minutes === null) return;
    await alert({
      body: t`You have been idle for ${minutes} minute(s) and have been automatically signed out.`,
    });
  }, [alert, t]);
}

/** Tells a person who comes back that they were signed out meanwhile. */
export function IdleNotice() {
  const { status } = useSession();
  const tell = useEffectEvent(useIdleAlert());

  useEffect(() => {
    if (status === 'anonymous') void tell();
  }, [status]);

  return null;
}
