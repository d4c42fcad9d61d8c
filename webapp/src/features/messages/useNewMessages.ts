import { useCallback, useMemo, useState } from 'react';
import useSWR from 'swr';
import { readRules } from '@/lib/api/useRead';
import { useAccount } from '@/lib/auth/session';
import { useUnread, type Unread } from '@/lib/unread/unread';
import { messagesOf, type Changes, type Page } from './changes';
import type { Folder, Group, ListedMessage } from './messages';

/** Messages that are not in the list that is open. */
export interface NewMessages {
  /** The newest first. */
  messages: readonly ListedMessage[];
  /** Whether there may be even more. */
  atLeast: boolean;
}

interface Newest {
  list: string;
  page: Page;
}

const none: NewMessages = { messages: [], atLeast: false };
const noPages: readonly Page[] = [];

/** The bell's state of the folder; it changes when other messages are unread. */
function heardOf(folder: Folder, { portal, agency }: Unread): string | undefined {
  if (folder.kind === 'trash') return undefined;
  if (folder.kind === 'all') return portal && agency && `${portal.fingerprint} ${agency.fingerprint}`;
  return folder.kind === 'portal' ? portal?.fingerprint : agency?.fingerprint;
}

/**
 * The messages that came after a list was read, and which ones are unread by now. Both are read only when the bell
 * knows that something is different, which is also so after a message was opened or deleted.
 *
 * @param list names the list; null as long as nothing is to be read.
 * @param pages of the list; undefined until the first one has come.
 * @param readUnread reads the newest unread messages of the folder.
 */
export function useNewMessages(
  folder: Folder,
  list: string | null,
  pages: readonly Page[] | undefined,
  changes: Changes,
  readUnread: () => Promise<Page>,
): { unlisted: NewMessages; listed: readonly Page[]; unread: Page | undefined; takeUp: () => void } {
  const { id: userId } = useAccount();
  const heard = heardOf(folder, useUnread());

  // What the bell knew when the list was read; what it knows for the first time is no news.
  const [begun, setBegun] = useState({ list, heard, hasNews: false });
  if (begun.list !== list || (begun.heard === undefined && heard !== undefined))
    setBegun({ list, heard, hasNews: false });
  else if (heard !== begun.heard && !begun.hasNews) setBegun({ ...begun, hasNews: true });
  const isNews = list !== null && pages !== undefined && begun.hasNews && heard !== undefined;

  const { data: newest } = useSWR<Newest>(
    isNews && begun.list === list ? ['newest messages', userId, list, heard] : null,
    async () => ({ list: list ?? '', page: await readUnread() }),
    // What was found stays until something else is.
    { ...readRules, revalidateOnReconnect: false, keepPreviousData: true },
  );

  const [taken, setTaken] = useState({ list, pages: noPages });
  const listed = taken.list === list ? taken.pages : noPages;

  const found = isNews && newest?.list === list ? newest.page : undefined;
  const groups = useMemo(
    () =>
      found
        ? unlistedGroups(found, [...listed, ...(pages ?? noPages)], changes, unreadListedSince(pages?.at(-1)))
        : [],
    [found, listed, pages, changes],
  );
  const unlisted = useMemo(() => {
    const messages = groups.flatMap((group) => group.messages);
    return messages.length === 0
      ? none
      : {
          messages,
          atLeast:
            found !== undefined && found.nextToken !== null && messagesOf(found).length === messages.length,
        };
  }, [groups, found]);

  const takeUp = useCallback(() => {
    if (found) setTaken({ list, pages: [{ ...found, groups, nextToken: null }, ...listed] });
  }, [found, groups, list, listed]);

  return { unlisted, listed, unread: found, takeUp };
}

/** Returns from when on all unread messages are in a list with this last page; earlier ones are further down. */
function unreadListedSince(last: Page | undefined): string {
  return last?.nextToken ? (messagesOf(last).at(-1)?.sentAt ?? last.scannedUntil ?? '') : '';
}

function unlistedGroups(page: Page, known: readonly Page[], changes: Changes, since: string): Group[] {
  const ids = new Set(known.flatMap((each) => messagesOf(each).map(({ id }) => id)));
  return page.groups
    .map((group) => ({
      ...group,
      messages: group.messages.filter(
        ({ id, sentAt }) => !ids.has(id) && !changes.get(id)?.isDeleted && sentAt >= since,
      ),
    }))
    .filter(({ messages }) => messages.length > 0);
}
