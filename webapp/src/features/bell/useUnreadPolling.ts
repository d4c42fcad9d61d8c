import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { useSession } from '@/lib/auth/session';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { startPolling } from '@/lib/unread/startPolling';

/** Keeps what is unread up to date for every page, as long as the session lasts. */
export function useUnreadPolling(): void {
  const { messageCountRefreshInterval } = useConfiguration();
  const { mutate } = useSWRConfig();
  const { status, account } = useSession();
  const userId = status === 'signedIn' ? account?.id : undefined;

  useEffect(
    () => (userId === undefined ? undefined : startPolling(mutate, userId, messageCountRefreshInterval)),
    [mutate, userId, messageCountRefreshInterval],
  );
}
