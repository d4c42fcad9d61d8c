import { session } from '../auth/session';
import { attention } from './attention';
import { pollUnread } from './pollUnread';
import { answerRefreshes, forgetUnread, showUnread, type Mutate } from './unread';
import { UnreadPoller } from './UnreadPoller';

/**
 * Takes part in the polling of what is unread of that person's messages, every so many seconds, until the answered
 * function is called. When the person signs out, what was known is forgotten, here and in every tab.
 */
export function startPolling(mutate: Mutate, userId: string, seconds: number): () => void {
  const poller = new UnreadPoller({
    userId,
    interval: seconds * 1000,
    poll: pollUnread,
    onReading: (reading) => void showUnread(mutate, userId, reading),
    onLeft: () => void forgetUnread(mutate, userId),
    attention,
    // Not everywhere: browsers have locks only where the connection is safe.
    locks: (navigator as Partial<Navigator>).locks,
    openChannel: (name) => new BroadcastChannel(name),
  });
  answerRefreshes(() => poller.refresh());
  const unsubscribe = session().subscribe(() => {
    const { status, account } = session().current();
    if (status === 'leaving' || account?.id !== userId) poller.leave();
  });
  return () => {
    unsubscribe();
    answerRefreshes(undefined);
    poller.stop();
  };
}
