import '@/styles/parts.scss';
import '@/styles/forms.scss';
import '@/components/list/list.scss';
import './messages.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useMatch, useNavigate, useParams, useSearchParams } from 'react-router';
import { createFirstReads } from '@/lib/api/firstReads';
import { paths } from '@/lib/paths';
import { PageHeading } from '@/components/PageHeading';
import { useDetail } from '@/components/list/useDetail';
import type { Reference } from './api';
import { FilterBar } from './FilterBar';
import { getSearch, isFiltered, noFilters, parseFilters, type Filters } from './filters';
import { FolderChoice, FolderList } from './FolderList';
import { ListedMessages } from './ListedMessages';
import { EmptyCard, MessageResults } from './MessageResults';
import {
  getFolder,
  getLinkId,
  getMessageAddress,
  getReference,
  subscriptionName,
  type Folder,
  type ListedMessage,
  type OpenedMessage,
} from './messages';
import { SelectionBar } from './SelectionBar';
import { ShownMessage } from './ShownMessage';
import { useMessageActions } from './useMessageActions';
import { useMessageList } from './useMessageList';
import { useOpenedMessage } from './useOpenedMessage';
import { findService, useFolders, type Folders } from './useFolders';
import { useSelection } from './useSelection';

/** Reads the folder of an address; one message alone needs no list. */
MessagesPage.FirstReads = createFirstReads(() => {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const match = useMatch(`${paths.serviceMessages}/*`);
  const folder = getFolder(pathname, match?.params.serviceId);
  useFolders();
  useMessageList(folder, parseFilters(search), pathname === folder.path);
});

/** Both inboxes and the trash in one place; one message beside the list, or alone. */
export default function MessagesPage() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const { id: shownId, serviceId } = useParams();
  const folder = getFolder(pathname, serviceId);
  const folders = useFolders();
  const folderName = useFolderName(folder, folders);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const filters = parseFilters(search);
  const folderAddress = { pathname: folder.path, search: getSearch(filters) };
  const { isWide, close } = useDetail(shownId, folderAddress, getLinkId);

  const subscriptionId = search.get(subscriptionName);
  // An address without the connection is completed from the list.
  const isUnclear = shownId !== undefined && folder.kind === 'service' && subscriptionId === null;
  const isListed = isWide || shownId === undefined;
  const list = useMessageList(folder, filters, isListed || isUnclear);
  const listed = list.messages;
  const selection = useSelection(list.visit, listed);
  const heading = useRef<HTMLHeadingElement>(null);
  const rows = useRef<HTMLUListElement>(null);

  const actions = useMessageActions(list, folders.readAgencies);
  const known = listed.find(({ id }) => id === shownId);
  const reference = getReference(folder, shownId, subscriptionId ?? known?.subscriptionId ?? null);
  const opened = useOpenedMessage(reference, actions.noteOpened);
  const isNowhere = isUnclear && !known && !list.isSearching && !list.hasMore && list.error === undefined;
  const shown = {
    ...opened,
    isMissing: opened.isMissing || isNowhere,
    error: opened.error ?? (isUnclear && !known ? list.error : undefined),
  };

  const showNewInSight = useEffectEvent(() => {
    const isTopInSight = (rows.current?.getBoundingClientRect().top ?? 0) >= 0;
    if (selection.messages.length === 0 && isTopInSight) list.showNew();
  });
  useEffect(() => {
    if (list.waiting) showNewInSight();
  }, [list.waiting]);

  /** Moves the focus to a message in the list, or to the name of the folder. */
  function focusOn(message: ListedMessage | undefined): void {
    (message ? document.getElementById(getLinkId(message.id)) : heading.current)?.focus();
  }

  function showNewOnPress(): void {
    const { waiting, showNew } = list;
    flushSync(showNew);
    focusOn(waiting?.atLeast ? undefined : waiting?.messages[0]);
  }

  // On a narrow screen the list of folders closes, so the name of the chosen one gets the focus.
  const folderBefore = useRef(folder.path);
  useEffect(() => {
    if (folderBefore.current !== folder.path && !isWide) heading.current?.focus();
    folderBefore.current = folder.path;
  }, [folder.path, isWide]);

  const apply = (changed: Filters) => void navigate({ pathname: folder.path, search: getSearch(changed) });

  /** Closes messages that leave the list, and moves the focus to their neighbor. */
  function leave(messages: readonly Reference[]): void {
    const isLeaving = (id: string) => messages.some((message) => message.id === id);
    const lastPlace = listed.findLastIndex(({ id }) => isLeaving(id));
    const neighbor =
      listed.slice(lastPlace + 1).find(({ id }) => !isLeaving(id)) ??
      listed.findLast(({ id }) => !isLeaving(id));
    selection.clear();
    if (shownId !== undefined && isLeaving(shownId)) close(neighbor?.id);
    else focusOn(neighbor);
  }

  function remove(messages: readonly Reference[]): void {
    leave(messages);
    void actions.remove(messages);
  }

  function restore(messages: readonly Reference[]): void {
    leave(messages);
    void actions.restore(messages);
  }

  const detail = {
    opened: shown,
    knownSubject: known?.subject,
    folder: { name: folderName, address: folderAddress },
    isBesideList: isWide,
    onClose: () => close(),
    onMarkUnread: (message: OpenedMessage) => {
      close();
      void actions.mark([{ ...message, isRead: true }], false);
    },
    onDelete: (message: OpenedMessage) => remove([message]),
    onRestore: (message: OpenedMessage) => restore([message]),
  };

  if (!isListed) return <ShownMessage key={shownId} {...detail} />;
  const isTrash = folder.kind === 'trash';
  return (
    <div className="page messages">
      <PageHeading title={t`Messages`} />
      <div className="cards messages__columns">
        {isWide ? (
          <FolderList folders={folders} shown={folder} />
        ) : (
          <FolderChoice name={folderName} folders={folders} shown={folder} />
        )}
        <section className="messages__list" aria-labelledby="folder-name">
          <h2 id="folder-name" ref={heading} tabIndex={-1} className="heading-md messages__folder">
            {folderName}
          </h2>
          {isTrash ? (
            <p className="quiet small messages__hint">
              <Trans>Messages stay here for 30 days; then they are deleted for good.</Trans>
            </p>
          ) : (
            <FilterBar key={folder.path} filters={filters} onApply={apply} />
          )}
          <SelectionBar
            listed={listed}
            selection={selection}
            isTrash={isTrash}
            onMark={(isRead) => {
              void actions.mark(selection.messages, isRead);
              selection.clear();
            }}
            onDelete={() => remove(selection.messages)}
            onRestore={() => restore(selection.messages)}
            onEmptyTrash={() => void actions.emptyTrash()}
            onReload={() => {
              list.reload();
              folders.readAgain();
            }}
          />
          <MessageResults
            list={list}
            folder={folder}
            folders={folders}
            isFiltered={!isTrash && isFiltered(filters)}
            onClear={() => apply(noFilters)}
            onShowNew={showNewOnPress}
          >
            <ListedMessages
              ref={rows}
              lines={list.lines}
              selection={selection}
              openId={shownId}
              getAddress={(message) => getMessageAddress(folder, message, folderAddress.search)}
              getServiceName={(message) =>
                // In the folder of a service every message is of it.
                folder.kind === 'service'
                  ? undefined
                  : findService(folders.agencies, message.serviceId)?.serviceName
              }
            />
          </MessageResults>
        </section>
        {isWide &&
          (shownId === undefined ? (
            <EmptyCard className="no-print">
              <Trans>Choose a message to read it here.</Trans>
            </EmptyCard>
          ) : (
            <ShownMessage key={shownId} {...detail} />
          ))}
      </div>
    </div>
  );
}

function useFolderName({ kind, serviceId }: Folder, { agencies }: Folders): string {
  const { t } = useLingui();
  if (kind === 'all') return t`All messages`;
  if (kind === 'portal') return t`Portal`;
  if (kind === 'trash') return t`Trash`;
  return findService(agencies, serviceId)?.serviceName ?? t`Messages`;
}
