import { useEffect } from 'react';
import { useSession } from '@/lib/auth/session';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { startPolling } from '@/lib/unread/startPolling';

/** Keeps what is unread up to date for every page, as long as the session lasts. */
export function useUnreadPolling(): void {
  const { messageCountRefreshInterval } = useConfiguration();
  const { status, account } = useSession();
  const userId = status === 'signedIn' ? account?.id : undefined;

  useEffect(
    () => (userId === undefined ? undefined : startPolling(userId, messageCountRefreshInterval)),
    [userId, messageCountRefreshInterval],
  );
}
