import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '@/lib/auth/session';
import { takeSignOutNotice } from '@/lib/auth/signOutNotice';
import { useIdleAlert } from '@/components/dialogs/useIdleAlert';
import { showToast } from '@/components/toasts/toasts';

/** Says that the person is signed out, and whether they did it themselves. */
export function SignOutNotice() {
  const { t } = useLingui();
  const { status } = useSession();
  const tellOfIdle = useIdleAlert();
  const tell = useEffectEvent(() => {
    const hasAsked = takeSignOutNotice();
    if (status !== 'anonymous') return;
    if (hasAsked) showToast(t`You are signed out.`);
    void tellOfIdle();
  });

  useEffect(() => {
    if (status === 'anonymous' || status === 'signedIn') tell();
  }, [status]);

  return null;
}
