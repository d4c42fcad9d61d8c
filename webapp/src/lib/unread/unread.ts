import { useCallback } from 'react';
import { SWRConfig, useSWRConfig } from 'swr';
import type { AnswerBody } from '../api/call';
import { useRead } from '../api/useRead';
import { getSession } from '../auth/session';
import { presence } from '../idle/presence';
import { ignoreProgressBar } from '../progress/progress';

const portalPath = '/api/messages/unread/count';
const agencyPath = '/api/agency/messages/unread/status';

/** The unread messages in the two inboxes; an inbox is undefined until it has answered once. */
export interface Unread {
  portal: AnswerBody<typeof portalPath, 'get'> | undefined;
  agency: AnswerBody<typeof agencyPath, 'get'> | undefined;
  hasUnread: boolean;
}

/** A poll shows in no progress bar, and no change of page ends it. SWR alone repeats it. */
const backgroundReadOptions = {
  lifetime: 'session',
  isRepeated: false,
  revalidateIfStale: false,
  revalidateOnFocus: true,
  onErrorRetry: SWRConfig.defaultValue.onErrorRetry,
  isPaused: () => !presence.isHere() || getSession().current().status !== 'signedIn',
} as const;

/**
 * Reads which messages of the signed-in person are unread. Somebody who is not signed in has none.
 *
 * @param refreshInterval milliseconds between two polls; only the bell gives it, and its polls inform the whole page
 */
export function useUnread(refreshInterval = 0): Unread {
  const polling = { ...backgroundReadOptions, refreshInterval };
  const { data: portal } = useRead(portalPath, { ...polling, headers: { [ignoreProgressBar]: 'true' } });
  const { data: agency } = useRead(agencyPath, {
    ...polling,
    headers: { [ignoreProgressBar]: 'true', backgroundProcess: 'true' },
  });
  return { portal, agency, hasUnread: (portal?.count ?? 0) > 0 || (agency?.hasUnread ?? false) };
}

const isUnreadKey = (key: unknown) => Array.isArray(key) && (key[0] === portalPath || key[0] === agencyPath);

/** Returns a function that polls at once, for after a change of messages that the server has confirmed. */
export function useRefreshUnread(): () => void {
  const { mutate } = useSWRConfig();
  return useCallback(() => void mutate(isUnreadKey), [mutate]);
}
