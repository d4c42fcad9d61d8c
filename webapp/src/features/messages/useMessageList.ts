import { useLingui } from '@lingui/react';
import { useCallback, useMemo, useState } from 'react';
import { usePages, type Pages } from '@/lib/api/usePages';
import { useVisitCache } from '@/lib/api/useVisitCache';
import { useAccount } from '@/lib/auth/session';
import { dayOf } from '@/lib/i18n/moments';
import { ignoreProgressBar } from '@/lib/progress/progress';
import { listAllMessages, listTrash, listPortalMessages, listServiceMessages } from './api';
import { linesOf, messagesOf, type Changes, type Line, type Page } from './changes';
import { queryOf, searchOf, type Filters } from './filters';
import {
  groupsOfBoth,
  groupsOfPortal,
  groupsOfService,
  keyOf,
  type Folder,
  type ListedMessage,
} from './messages';
import { useNewMessages, type NewMessages } from './useNewMessages';

/** How many messages an answer has at most. */
export const pageLength = 50;

export interface MessageList extends Pages<Page> {
  lines: readonly Line[];
  messages: readonly ListedMessage[];
  /** The day back to which was searched; null where days do not matter. */
  searchedTo: string | null;
  /** Reads the whole list again. */
  reload: () => void;
  /** New messages that are not in the list yet. */
  unlisted: NewMessages;
  /** Puts the new messages on top of the list. */
  takeUp: () => void;
}

type Query = Record<string, string>;

/** Nobody waits for what is read in the background. */
const inBackground = { [ignoreProgressBar]: 'true' };

async function read(folder: Folder, query: Query, headers: Query): Promise<Omit<Page, 'at'>> {
  if (folder.kind === 'portal') {
    const page = await listPortalMessages(query, headers);
    return { groups: groupsOfPortal(page), nextToken: page.nextToken, scannedUntil: page.scannedUntil };
  }
  if (folder.kind === 'all') {
    const page = await listAllMessages(query, headers);
    return { groups: groupsOfBoth(page), nextToken: page.nextToken, scannedUntil: page.scannedUntil };
  }
  if (folder.kind === 'trash') {
    const page = await listTrash(query, headers);
    return { groups: groupsOfBoth(page), nextToken: page.nextToken, scannedUntil: null };
  }
  const page = await listServiceMessages(folder.serviceId, query, headers);
  return { groups: groupsOfService(page), nextToken: page.nextToken, scannedUntil: page.scannedUntil };
}

/**
 * The messages of a folder as far as they were asked for. Every visit of a folder, and every change of its filters,
 * reads anew.
 *
 * @param visit names this visit of the folder; null as long as nothing is to be read.
 */
export function useMessageList(
  folder: Folder,
  filters: Filters,
  changes: Changes,
  visit: string | null,
): MessageList {
  const { id: userId } = useAccount();
  const { i18n } = useLingui();
  const [reloads, setReloads] = useState(0);
  const folderKey = keyOf(folder);
  const search = searchOf(filters);
  const list = [visit, reloads, folderKey, search, i18n.locale].join(' ');
  useVisitCache(visit === null ? null : list);

  async function readPage(nextToken: string, more: Query, headers: Query): Promise<Page> {
    const query = {
      ...(folder.kind !== 'trash' && queryOf(filters)),
      ...more,
      limit: String(pageLength),
      ...(nextToken && { nextToken }),
    };
    return { ...(await read(folder, query, headers)), at: Date.now() };
  }

  const found = usePages<Page, readonly [string, string, string, string]>(
    (previous) =>
      visit === null || previous?.nextToken === null
        ? null
        : ['messages', userId, list, previous?.nextToken ?? ''],
    ([, , , nextToken]) => readPage(nextToken, {}, {}),
    { step: { length: pageLength, countItems: (page) => messagesOf(page).length } },
  );

  const { data } = found;
  const { unlisted, listed, unread, takeUp } = useNewMessages(
    folder,
    visit === null ? null : list,
    data,
    changes,
    () => readPage('', { unread: 'true' }, inBackground),
  );
  const lines = useMemo(
    () => linesOf([...listed, ...(data ?? [])], changes, folder, unread),
    // The folder is made anew for every rendering.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [listed, data, changes, folderKey, unread],
  );
  const scannedUntil = data?.at(-1)?.scannedUntil;
  const reload = useCallback(() => setReloads((count) => count + 1), []);

  return {
    ...found,
    lines,
    messages: useMemo(() => lines.map(({ message }) => message), [lines]),
    searchedTo: scannedUntil ? dayOf(scannedUntil) : null,
    reload,
    unlisted,
    // So many that others may be between them and the list.
    takeUp: unlisted.atLeast ? reload : takeUp,
  };
}
