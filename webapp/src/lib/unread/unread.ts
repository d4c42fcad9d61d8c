import { useCallback } from 'react';
import { SWRConfig, useSWRConfig } from 'swr';
import type { AnswerBody } from '../api/call';
import { useRead } from '../api/useRead';
import { getSession } from '../auth/session';
import { presence } from '../idle/presence';
import { ignoreProgressBar } from '../progress/progress';

const portalPath = '/api/messages/unread/count';
const agencyPath = '/api/agency/messages/unread/status';

/** The unread messages of the two inboxes; an inbox is undefined until its first reply. */
export interface Unread {
  portal: AnswerBody<typeof portalPath, 'get'> | undefined;
  agency: AnswerBody<typeof agencyPath, 'get'> | undefined;
  hasUnread: boolean;
}

/** A poll shows no progress bar, and survives navigation. SWR alone repeats it. */
const backgroundReadOptions = {
  lifetime: 'session',
  isRepeated: false,
  revalidateIfStale: false,
  revalidateOnFocus: true,
  onErrorRetry: SWRConfig.defaultValue.onErrorRetry,
  isPaused: () => !presence.isHere() || getSession().current().status !== 'signedIn',
} as const;

/**
 * Reads which messages of the signed-in person are unread. A visitor has none.
 *
 * @param refreshInterval milliseconds between two polls; only the bell sets it, and its polls update the whole page
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

/** Returns a function that polls at once, after the server has confirmed a change of messages. */
export function useRefreshUnread(): () => void {
  const { mutate } = useSWRConfig();
  return useCallback(() => void mutate(isUnreadKey), [mutate]);
}
