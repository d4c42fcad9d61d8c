import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { takeIdleNotice } from '@/lib/idle/idleNotice';
import { useDialogs } from './dialogs';

/** Shows the stored notice of an idle sign-out once, with the text of the specification. */
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
