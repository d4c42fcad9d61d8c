import { useLingui } from '@lingui/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import { isCancelled } from '@/lib/api/call';
import { useVisitCache } from '@/lib/api/useVisitCache';
import { useAccount } from '@/lib/auth/session';
import { ignoreProgressBar } from '@/lib/progress/progress';
import { listBin, listPortalMessages, listServiceMessages } from './api';
import { linesOf, type Changes, type Line, type Page } from './changes';
import { partsOf, queryOf, searchOf, type Filters } from './filters';
import { groupsOfBin, groupsOfPortal, groupsOfService, keyOf, type Folder } from './messages';
import { useNewMessages, type NewMessages } from './useNewMessages';

/** How many messages an answer has at most. */
export const pageLength = 50;

/** A search goes on by itself through so many answers without a message; then the person decides. */
export const emptyAnswersAtATime = 6;

/** Nothing more is asked for when so many messages are there, until the list was scrolled. */
const lengthAtFirst = 20;

interface Target {
  list: string;
  length: number;
  emptyAnswers: number;
}

export interface MessageList {
  lines: readonly Line[];
  /** True until the first answer arrives. */
  isLoading: boolean;
  /** True while more messages are loading. */
  isSearching: boolean;
  /** True when there may be more messages than are shown. */
  hasMore: boolean;
  /** When the search is paused, the time back to which nothing was found; else null. */
  pausedAt: string | null;
  error: unknown;
  /** Loads messages until there are this many lines, so that they are ready when scrolled to. */
  want: (length: number) => void;
  /** Continues the search after a pause. */
  goOn: () => void;
  retry: () => void;
  /** Reads the whole list again. */
  reload: () => void;
  /** New messages that are not in the list yet. */
  unlisted: NewMessages;
  /** Puts the new messages on top of the list. */
  takeUp: () => void;
}

/** Nobody waits for what is read in the background. */
const inBackground = { [ignoreProgressBar]: 'true' };

async function read(
  folder: Folder,
  query: Record<string, string>,
  headers: Record<string, string>,
): Promise<Omit<Page, 'at' | 'part'>> {
  if (folder.kind === 'portal') {
    const page = await listPortalMessages(query, headers);
    return { groups: groupsOfPortal(page), nextToken: page.nextToken, scannedUntil: page.scannedUntil };
  }
  if (folder.kind === 'bin') {
    const page = await listBin(query, headers);
    return { groups: groupsOfBin(page), nextToken: page.nextToken, scannedUntil: null };
  }
  const page = await listServiceMessages(folder.serviceId, query, headers);
  return { groups: groupsOfService(page), nextToken: page.nextToken, scannedUntil: page.scannedUntil };
}

function emptyAtEnd(pages: readonly Page[]): number {
  const last = pages.findLastIndex(({ groups }) => groups.some(({ messages }) => messages.length > 0));
  return pages.length - 1 - last;
}

/**
 * The messages of a folder as far as they were scrolled to. Every visit of a folder, and every change of its filters,
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
  const parts = folder.kind === 'bin' ? ([''] as const) : partsOf(filters);

  async function readPart(
    part: number,
    nextToken: string,
    headers: Record<string, string>,
    unread = parts[part],
  ): Promise<Page> {
    const query = {
      ...(folder.kind !== 'bin' && queryOf(filters)),
      ...(unread && { unread }),
      limit: String(pageLength),
      ...(nextToken && { nextToken }),
    };
    return { ...(await read(folder, query, headers)), part, at: Date.now() };
  }

  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<Page, unknown>(
    (_index: number, previous: Page | null) => {
      if (visit === null) return null;
      if (previous === null) return ['messages', userId, list, 0, ''] as const;
      if (previous.nextToken) return ['messages', userId, list, previous.part, previous.nextToken] as const;
      return previous.part + 1 < parts.length
        ? (['messages', userId, list, previous.part + 1, ''] as const)
        : null;
    },
    ([, , , part, nextToken]: readonly [string, string, string, number, string]) =>
      readPart(part, nextToken, {}),
    { revalidateFirstPage: false, revalidateOnReconnect: false },
  );

  const pages = useMemo(() => data ?? [], [data]);
  const { unlisted, listed, unread, takeUp } = useNewMessages(
    folder,
    visit === null ? null : list,
    data,
    changes,
    () => readPart(0, '', inBackground, 'true'),
  );
  const lines = useMemo(
    () => linesOf([...listed, ...pages], changes, folder, unread),
    // The folder is made anew for every rendering.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [listed, pages, changes, folderKey, unread],
  );
  const last = pages.at(-1);
  const hasMore = last !== undefined && (last.nextToken !== null || last.part + 1 < parts.length);
  const failure = isCancelled(error) ? undefined : error;

  const beginning = { list, length: lengthAtFirst, emptyAnswers: emptyAnswersAtATime };
  const [wanted, setWanted] = useState<Target>(beginning);
  const target = wanted.list === list ? wanted : beginning;
  const isPaused = hasMore && last.scannedUntil !== null && emptyAtEnd(pages) >= target.emptyAnswers;
  const goesOn = hasMore && !isPaused && lines.length < target.length && failure === undefined;

  useEffect(() => {
    if (goesOn && !isValidating && size === pages.length) void setSize(size + 1);
  }, [goesOn, isValidating, size, pages.length, setSize]);

  const change = useCallback(
    (made: (known: Target) => Target) =>
      setWanted((known) =>
        made(
          known.list === list ? known : { list, length: lengthAtFirst, emptyAnswers: emptyAnswersAtATime },
        ),
      ),
    [list],
  );

  const reload = useCallback(() => setReloads((count) => count + 1), []);

  return {
    lines,
    isLoading: data === undefined && failure === undefined,
    isSearching: (isValidating || goesOn) && failure === undefined,
    hasMore,
    pausedAt: isPaused ? last.scannedUntil : null,
    error: isValidating ? undefined : failure,
    want: useCallback(
      (length) => change((known) => (known.length < length ? { ...known, length } : known)),
      [change],
    ),
    goOn: () => change((known) => ({ ...known, emptyAnswers: emptyAtEnd(pages) + emptyAnswersAtATime })),
    retry: () => {
      // Answers that are there stay; only what is missing is asked for.
      void (data === undefined ? mutate() : setSize(pages.length + 1));
    },
    reload,
    unlisted,
    // So many that others may be between them and the list.
    takeUp: unlisted.atLeast ? reload : takeUp,
  };
}
