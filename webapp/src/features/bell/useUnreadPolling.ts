import { useEffect } from 'react';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { presence } from '@/lib/idle/presence';
import { useRefreshUnread, useUnread, type Unread } from '@/lib/unread/unread';

/** Keeps the unread messages up to date for every page; somebody who was idle sees them at once on return. */
export function useUnreadPolling(): Unread {
  const { messageCountRefreshInterval } = useConfiguration();
  const refreshUnread = useRefreshUnread();

  useEffect(
    () =>
      presence.subscribe(() => {
        if (presence.isHere()) refreshUnread();
      }),
    [refreshUnread],
  );

  return useUnread(messageCountRefreshInterval * 1000);
}
