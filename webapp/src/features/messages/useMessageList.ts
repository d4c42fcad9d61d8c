import { useLingui } from '@lingui/react';
import { useCallback, useMemo, useState } from 'react';
import { useVisit } from '@/lib/api/useVisitCache';
import { getDay } from '@/lib/i18n/moments';
import { useUnread, type Unread } from '@/lib/unread/unread';
import { pageLength, useFirstPage, useMessagePages, type Query, type Reference } from './api';
import { getQuery, getSearch, type Filters } from './filters';
import { readPage, type Folder, type ListedMessage, type Page } from './messages';
import { changeMessages, listLines, listMessages, refreshPages, showWaiting, type ListPage } from './pages';

export type MessageList = ReturnType<typeof useMessageList>;

/** Returns the bell's state of a folder, which changes with its unread messages. */
function getHeard({ kind }: Folder, { portal, agency }: Unread): string | null {
  const inboxes = { all: [portal, agency], portal: [portal], service: [agency], trash: [undefined] }[kind];
  const fingerprints = inboxes.map((inbox) => inbox?.fingerprint);
  return fingerprints.includes(undefined) ? null : fingerprints.join(' ');
}

/** Returns the bell's state once it differs from the one at the start of the list; null before. */
function useNews(list: string | null, heard: string | null): string | null {
  const [begun, setBegun] = useState({ list, heard, hasNews: false });
  if (begun.list !== list || (begun.heard === null && heard !== null))
    setBegun({ list, heard, hasNews: false });
  else if (heard !== begun.heard && !begun.hasNews) setBegun({ ...begun, hasNews: true });
  return begun.list === list && begun.hasNews ? heard : null;
}

/**
 * Reads the messages of a folder, page by page. Each visit of a folder and each change of its filters reads again.
 *
 * @param isWanted false until messages are to be read
 */
export function useMessageList(folder: Folder, filters: Filters, isWanted: boolean) {
  const { i18n } = useLingui();
  const page = useVisit();
  const place = folder.path + getSearch(filters);
  const [state, setState] = useState({ place, number: 0, isWanted });
  if (state.place !== place) setState({ place, number: state.number + 1, isWanted });
  else if (isWanted && !state.isWanted) setState({ ...state, isWanted });
  const reload = useCallback(() => setState((known) => ({ ...known, number: known.number + 1 })), []);
  const visit = `${page} ${state.number} ${place}`;
  const list = state.isWanted ? `${visit} ${i18n.locale}` : null;

  const read = (nextToken: string, headers: Query = {}) =>
    readPage(
      folder,
      {
        ...(folder.kind !== 'trash' && getQuery(filters)),
        limit: String(pageLength),
        ...(nextToken && { nextToken }),
      },
      headers,
    );
  const { update, ...found } = useMessagePages<ListPage>(
    list,
    (nextToken) => read(nextToken),
    (each) => listMessages(each).length,
  );
  const news = useNews(list, getHeard(folder, useUnread()));
  useFirstPage<Page>(
    found.data && list,
    news,
    (headers) => read('', headers),
    (first) => update((pages) => refreshPages(pages, first)),
  );

  const { data } = found;
  const lines = useMemo(() => listLines(data ?? []), [data]);
  const waiting = data?.[0]?.waiting;
  const scannedUntil = data?.at(-1)?.scannedUntil;
  return {
    ...found,
    /** Names this visit of the folder. */
    visit,
    lines,
    messages: useMemo(() => lines.map(({ message }) => message), [lines]),
    /** The day back to which the search went; null if it has no limit. */
    searchedTo: scannedUntil ? getDay(scannedUntil) : null,
    /** Reads the whole list again. */
    reload,
    /** Shows a change of messages, without a read. */
    change: (messages: readonly Reference[], change: Partial<ListedMessage>) =>
      update((pages) => changeMessages(pages, messages, change)),
    /** New messages that are not in the list yet. */
    waiting,
    /** Shows the new messages on top; reads the list again if there may be others between them and the list. */
    showNew: waiting?.atLeast ? reload : () => update(showWaiting),
  };
}
