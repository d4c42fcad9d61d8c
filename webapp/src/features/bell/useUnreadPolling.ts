import { useEffect } from 'react';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { presence } from '@/lib/idle/presence';
import { useRefreshUnread, useUnread, type Unread } from '@/lib/unread/unread';

/** Keeps the unread messages up to date for every page, and reads them at once when an idle person returns. */
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
