import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { takeIdleNotice } from '@/lib/idle/idleNotice';
import { useDialogs } from './dialogs';

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
