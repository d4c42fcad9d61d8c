import { useEffect, useMemo } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { inOneTab, type PollingTab } from './pollingTab';
import { unreadKey, type UnreadReading } from './unread';

/**
 * What is unread of the person's messages, polled by one of the person's tabs for all of them.
 *
 * @param userId whose messages; nothing is polled while it is undefined
 */
export function usePolledUnread(userId: string | undefined, tab: PollingTab): UnreadReading | undefined {
  const { mutate } = useSWRConfig();
  const use = useMemo(() => [inOneTab(tab)], [tab]);

  useEffect(() => {
    if (userId === undefined) return undefined;
    tab.start((reading) => void mutate(unreadKey(userId), reading, { revalidate: false }));
    return () => tab.stop();
  }, [userId, tab, mutate]);

  return useSWR<UnreadReading | undefined>(userId === undefined ? null : unreadKey(userId), tab.poll, { use })
    .data;
}
