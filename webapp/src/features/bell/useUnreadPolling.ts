import { useEffect, useMemo } from 'react';
import { session, useSession } from '@/lib/auth/session';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { attention } from '@/lib/unread/attention';
import { PollingTab } from '@/lib/unread/pollingTab';
import { pollUnread } from '@/lib/unread/pollUnread';
import { answerRefreshes } from '@/lib/unread/unread';
import { usePolledUnread } from '@/lib/unread/usePolledUnread';

/** Keeps what is unread up to date for every page, as long as the session lasts. */
export function useUnreadPolling(): void {
  const { messageCountRefreshInterval } = useConfiguration();
  const { status, account } = useSession();
  const userId = status === 'signedIn' ? account?.id : undefined;
  const tab = useMemo(
    () =>
      new PollingTab({
        userId: userId ?? '',
        interval: messageCountRefreshInterval * 1000,
        poll: pollUnread,
        attention,
        // Not everywhere: browsers have locks only where the connection is safe.
        locks: (navigator as Partial<Navigator>).locks,
        openChannel: (name) => new BroadcastChannel(name),
      }),
    [userId, messageCountRefreshInterval],
  );
  usePolledUnread(userId, tab);

  useEffect(() => {
    if (userId === undefined) return undefined;
    answerRefreshes(() => tab.refresh());
    const unsubscribe = session().subscribe(() => {
      const { status, account } = session().current();
      if (status === 'leaving' || account?.id !== userId) tab.leave();
    });
    return () => {
      unsubscribe();
      answerRefreshes(undefined);
    };
  }, [userId, tab]);
}
