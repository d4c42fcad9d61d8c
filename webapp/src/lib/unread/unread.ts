import useSWR from 'swr';
import { useSession } from '../auth/session';
import { createStore } from '../store';

/** The portal's own messages that are unread; there may be more than `count` when it is a floor. */
export interface PortalUnread {
  count: number;
  atLeast: boolean;
  /** Another one when other messages are unread. */
  fingerprint: string;
}

/** Whether any message of an agency is unread. */
export interface AgencyUnread {
  hasUnread: boolean;
  /** Another one when other messages are unread. */
  fingerprint: string;
}

/** What is unread in the two inboxes; an inbox is undefined until it has answered once. */
export interface Unread {
  portal: PortalUnread | undefined;
  agency: AgencyUnread | undefined;
  hasUnread: boolean;
}

/** What the polling tells; an inbox that did not answer is undefined. */
export type UnreadReading = Pick<Unread, 'portal' | 'agency'>;

/** The key of what is unread of the person's messages. */
export const unreadKey = (userId: string) => ['unread', userId] as const;

/** What was known, with what the reading tells; an inbox that did not answer stays as it was. */
export function completed(known: UnreadReading | undefined, reading: UnreadReading): UnreadReading {
  return { portal: reading.portal ?? known?.portal, agency: reading.agency ?? known?.agency };
}

/**
 * What is unread of the signed-in person's messages, as the bell shows it. It asks for nothing: the bell polls, one tab
 * for all of them. Somebody who is not signed in has nothing unread.
 */
export function useUnread(): Unread {
  const { account } = useSession();
  const { data } = useSWR<UnreadReading>(account && unreadKey(account.id), null);
  const { portal, agency } = data ?? {};
  return { portal, agency, hasUnread: (portal?.count ?? 0) > 0 || (agency?.hasUnread ?? false) };
}

/** Several changes in this time make one refresh; in milliseconds. */
const gathering = 200;

interface RefreshState {
  answer: (() => void) | undefined;
  gathered: ReturnType<typeof setTimeout> | undefined;
}

const refreshes = createStore<RefreshState>(
  () => ({ answer: undefined, gathered: undefined }),
  ({ gathered }) => clearTimeout(gathered),
);

/** Names what a refresh asks, or nobody with undefined: the polling that runs on this page. */
export function answerRefreshes(by: (() => void) | undefined): void {
  refreshes.current().answer = by;
}

/**
 * Reads anew what is unread, at once and for every tab. To be called after each change of messages that the server has
 * confirmed; changes that follow closely share one refresh. Does nothing where nobody is signed in.
 */
export function refreshUnread(): void {
  const state = refreshes.current();
  state.gathered ??= setTimeout(() => {
    state.gathered = undefined;
    state.answer?.();
  }, gathering);
}
