import '@/styles/parts.scss';
import '@/styles/forms.scss';
import '@/components/list/list.scss';
import './messages.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useMatch, useNavigate, useSearchParams } from 'react-router';
import { paths } from '@/lib/paths';
import { Icon } from '@/components/Icon';
import { PageHeading } from '@/components/PageHeading';
import { useDetail } from '@/components/list/useDetail';
import { useChanges } from './changes';
import { FilterBar } from './FilterBar';
import { filtersIn, isFiltered, noFilters, searchOf, type Filters } from './filters';
import { FolderChoice, FolderList } from './FolderList';
import { ListedMessages } from './ListedMessages';
import { MessageResults } from './MessageResults';
import {
  addressOfFolder,
  addressOfMessage,
  folderOf,
  keyOf,
  linkIdOf,
  listedOf,
  subscriptionName,
  type Folder,
  type ListedMessage,
  type OpenedMessage,
  type Reference,
} from './messages';
import { SelectionBar } from './SelectionBar';
import { ShownMessage } from './ShownMessage';
import { useMessageActions } from './useMessageActions';
import { useMessageList } from './useMessageList';
import { useOpenedMessage } from './useOpenedMessage';
import { serviceIn, useFolders, type Folders } from './useFolders';
import { useSelection } from './useSelection';

/** Which message the address names. */
function useShownId(): string | undefined {
  const ofPortal = useMatch(paths.portalMessage)?.params.id;
  const ofService = useMatch(paths.serviceMessage)?.params.id;
  const inTrash = useMatch(paths.trashedMessage)?.params.id;
  const ofAll = useMatch(paths.messageOfAll)?.params.id;
  return ofPortal ?? ofService ?? inTrash ?? ofAll;
}

/** Both inboxes and the trash in one place; one message beside the list, or alone. */
export default function MessagesPage() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const serviceId = useMatch(`${paths.serviceMessages}/*`)?.params.serviceId;
  const folder = folderOf(pathname, serviceId);
  const folders = useFolders();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const filters = filtersIn(search);
  const shownId = useShownId();
  const folderAddress = { pathname: addressOfFolder(folder), search: searchOf(filters) };
  const { isWide, close } = useDetail(shownId, folderAddress, linkIdOf);
  const [changes, change] = useChanges();

  const subscriptionId = search.get(subscriptionName);
  // An address without the connection is completed from the list.
  const isUnclear = shownId !== undefined && folder.kind === 'service' && subscriptionId === null;
  const isListed = isWide || shownId === undefined;
  const visit = useVisit(folder, searchOf(filters), isListed || isUnclear);
  const list = useMessageList(folder, filters, changes, visit);
  const listed = list.messages;
  const selection = useSelection(visit ?? '', listed);
  const rows = useRef<HTMLUListElement>(null);

  const known = listed.find(({ id }) => id === shownId);
  const reference = referenceOf(folder, shownId, subscriptionId ?? known?.subscriptionId ?? null);
  const shownList = useRef(listed);
  const isTrashShown = useRef(folder.kind === 'trash');
  useEffect(() => {
    shownList.current = listed;
    isTrashShown.current = folder.kind === 'trash';
  }, [listed, folder.kind]);
  const actions = useMessageActions({
    folders,
    change,
    onRestored: (ids) => {
      if (ids.some((id) => !shownList.current.some((message) => message.id === id))) list.reload();
    },
    onDeleted: () => {
      if (isTrashShown.current) list.reload();
    },
    onTrashEmptied: list.reload,
  });
  const opened = useOpenedMessage(reference, (message) =>
    actions.noteOpened(message, !(changes.get(message.id)?.isRead ?? known?.isRead ?? message.isRead)),
  );
  const isNowhere = isUnclear && !known && !list.isSearching && !list.hasMore && list.error === undefined;
  const shown = {
    ...opened,
    isMissing: opened.isMissing || isNowhere,
    error: opened.error ?? (isUnclear && !known ? list.error : undefined),
  };

  const takeUpUnseen = useEffectEvent(() => {
    const isTopInSight = (rows.current?.getBoundingClientRect().top ?? 0) >= 0;
    if (selection.messages.length === 0 && isTopInSight) list.takeUp();
  });
  useEffect(() => {
    if (list.unlisted.messages.length > 0) takeUpUnseen();
  }, [list.unlisted]);

  /** Shows the new messages and gives the focus to the first of them. */
  function showNew(): void {
    const { messages, atLeast } = list.unlisted;
    flushSync(list.takeUp);
    focusOn(atLeast ? undefined : messages[0]);
  }

  const isUnknown =
    folder.kind === 'service' &&
    !folders.isLoading &&
    folders.error === undefined &&
    !serviceIn(folders.agencies, folder.serviceId);
  const folderName = useFolderName(folder, folders);
  useFocusOnFolder(keyOf(folder), isWide);

  const apply = (changed: Filters) =>
    void navigate({ pathname: addressOfFolder(folder), search: searchOf(changed) });
  const addressOf = (message: Reference) => addressOfMessage(folder, message, searchOf(filters));

  // In the folder of a service every message is of it.
  const serviceNameOf = (message: ListedMessage) =>
    folder.kind !== 'service' && message.serviceId !== null
      ? serviceIn(folders.agencies, message.serviceId)?.serviceName
      : undefined;

  /** What leaves the list leaves the focus to its neighbor. */
  function leave(messages: readonly ListedMessage[]): void {
    const isLeaving = (id: string) => messages.some((message) => message.id === id);
    const lastPlace = listed.findLastIndex(({ id }) => isLeaving(id));
    const neighbor =
      listed.slice(lastPlace + 1).find(({ id }) => !isLeaving(id)) ??
      listed.findLast(({ id }) => !isLeaving(id));
    selection.clear();
    if (shownId !== undefined && isLeaving(shownId)) close(neighbor?.id);
    else focusOn(neighbor);
  }

  function remove(messages: readonly ListedMessage[]): void {
    leave(messages);
    void actions.remove(messages);
  }

  function restore(messages: readonly ListedMessage[]): void {
    leave(messages);
    void actions.restore(messages);
  }

  const ofShown = {
    opened: shown,
    knownSubject: known?.subject,
    folder: { name: folderName, address: folderAddress },
    isBesideList: isWide,
    onClose: () => close(),
    onMarkUnread: (message: OpenedMessage) => {
      close();
      void actions.mark([{ ...listedOf(message), isRead: true }], false);
    },
    onDelete: (message: OpenedMessage) => remove([{ ...listedOf(message), isRead: true }]),
    onRestore: (message: OpenedMessage) => restore([listedOf(message)]),
  };

  if (!isListed) return <ShownMessage key={shownId} {...ofShown} />;
  const ofFolders = { folders, shown: folder };
  return (
    <div className="page messages">
      <PageHeading title={t`Messages`} />
      <div className="cards messages__columns">
        {isWide ? <FolderList {...ofFolders} /> : <FolderChoice name={folderName} {...ofFolders} />}
        <section className="messages__list" aria-labelledby="folder-name">
          <h2 id="folder-name" tabIndex={-1} className="heading-md messages__folder">
            {folderName}
          </h2>
          {folder.kind === 'trash' ? (
            <p className="quiet small messages__hint">
              <Trans>Messages stay here for 30 days; then they are deleted for good.</Trans>
            </p>
          ) : (
            <FilterBar key={keyOf(folder)} filters={filters} onApply={apply} />
          )}
          <SelectionBar
            listed={listed}
            selection={selection}
            isTrash={folder.kind === 'trash'}
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
            isUnknown={isUnknown}
            isFiltered={folder.kind !== 'trash' && isFiltered(filters)}
            onClear={() => apply(noFilters)}
            onShowNew={showNew}
          >
            <ListedMessages
              ref={rows}
              lines={list.lines}
              selection={selection}
              openId={shownId}
              addressOf={addressOf}
              serviceNameOf={serviceNameOf}
            />
          </MessageResults>
        </section>
        {isWide &&
          (shownId === undefined ? (
            <div className="card empty no-print">
              <Icon name="mail_outline" className="empty__icon" />
              <p className="empty__text">
                <Trans>Choose a message to read it here.</Trans>
              </p>
            </div>
          ) : (
            <ShownMessage key={shownId} {...ofShown} />
          ))}
      </div>
    </div>
  );
}

/** Gives the focus to a message in the list, or to the name of the folder. */
function focusOn(message: ListedMessage | undefined): void {
  document.getElementById(message ? linkIdOf(message.id) : 'folder-name')?.focus();
}

/** Names a visit of a folder with its filters, so that each one reads anew; null until its list was wanted. */
function useVisit(folder: Folder, search: string, isListed: boolean): string | null {
  const page = useId();
  const place = `${keyOf(folder)}${search}`;
  const [visit, setVisit] = useState({ place, number: 0, wasListed: isListed });
  if (visit.place !== place) setVisit({ place, number: visit.number + 1, wasListed: isListed });
  else if (isListed && !visit.wasListed) setVisit({ ...visit, wasListed: true });
  return visit.wasListed ? `${page} ${visit.number}` : null;
}

function referenceOf(
  folder: Folder,
  id: string | undefined,
  subscriptionId: string | null,
): Reference | null {
  if (id === undefined) return null;
  if (folder.kind === 'portal' || (folder.kind !== 'service' && subscriptionId === null))
    return { id, inbox: 'portal', serviceId: null, subscriptionId: null };
  if (subscriptionId === null) return null;
  const serviceId = folder.kind === 'service' ? folder.serviceId : null;
  return { id, inbox: 'agency', serviceId, subscriptionId };
}

function useFolderName(folder: Folder, { agencies }: Folders): string {
  const { t } = useLingui();
  if (folder.kind === 'all') return t`All messages`;
  if (folder.kind === 'portal') return t`Portal`;
  if (folder.kind === 'trash') return t`Trash`;
  return serviceIn(agencies, folder.serviceId)?.serviceName ?? t`Messages`;
}

/** Where the folders fold away with the one that was chosen, its name takes the focus. */
function useFocusOnFolder(folderKey: string, isWide: boolean): void {
  const before = useRef(folderKey);
  useEffect(() => {
    if (before.current === folderKey) return;
    before.current = folderKey;
    if (!isWide) document.getElementById('folder-name')?.focus();
  }, [folderKey, isWide]);
}
