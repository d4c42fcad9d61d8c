import TrashIcon from '@uswds/uswds/img/usa-icons/delete.svg?react';
import FolderIcon from '@uswds/uswds/img/usa-icons/folder_open.svg?react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { FailedRead } from '@/components/FailedRead';
import { Icon } from '@/components/Icon';
import { Skeleton } from '@/components/Skeleton';
import { useDisclosure } from '@/components/useDisclosure';
import { allFolder, makeServiceFolder, portalFolder, trashFolder, type Folder } from './messages';
import { countUnread, type Folders, type UnreadCount } from './useFolders';

interface FolderListProps {
  folders: Folders;
  shown: Folder;
}

/** The folders: all messages, the portal, the services by agency, and the trash. */
export function FolderList({ folders, shown }: FolderListProps) {
  const { t } = useLingui();
  const { agencies, isLoading, error, readAgain } = folders;
  const renderLink = (folder: Folder, name: string, icon?: ReactNode) => {
    const isShown = shown.path === folder.path;
    return (
      <Link
        to={folder.path}
        className={`row row--tight row--nowrap folder ${isShown ? 'marked text-bold' : ''}`}
        aria-current={isShown ? 'page' : undefined}
      >
        {icon}
        <span className="grow">{name}</span> <UnreadMark unread={countUnread(folders, folder)} />
      </Link>
    );
  };
  return (
    <nav className="folders sticky" aria-label={t`Folders`}>
      <ul className="usa-list--unstyled">
        <li>{renderLink(allFolder, t`All messages`, <Icon name="mail_outline" />)}</li>
        <li>{renderLink(portalFolder, t`Portal`, <Icon name="home" />)}</li>
        {agencies.map(({ agencyId, agencyName, services }) => (
          <li key={agencyId}>
            <span id={`agency-${agencyId}`} className="block quiet small text-bold folders__agency">
              {agencyName}
            </span>
            <ul className="usa-list--unstyled" aria-labelledby={`agency-${agencyId}`}>
              {services.map(({ agencyServiceId, serviceName }) => (
                <li key={agencyServiceId}>{renderLink(makeServiceFolder(agencyServiceId), serviceName)}</li>
              ))}
            </ul>
          </li>
        ))}
        {isLoading && (
          <li>
            <Skeleton lines={8} />
          </li>
        )}
        <li className="folders__trash">
          {renderLink(
            trashFolder,
            t`Trash`,
            <TrashIcon className="usa-icon" aria-hidden="true" focusable="false" />,
          )}
        </li>
      </ul>
      {error !== undefined && <FailedRead error={error} onRetry={readAgain} />}
    </nav>
  );
}

/** The number of unread messages of a folder, or nothing for zero. */
function UnreadMark({ unread: { count, atLeast } }: { unread: UnreadCount }) {
  if (count === 0) return null;
  return (
    <span className="count">
      <span aria-hidden="true">{atLeast ? `${count}+` : count}</span>
      <span className="usa-sr-only">
        {atLeast ? (
          <Trans>{count} or more unread</Trans>
        ) : (
          <Plural value={count} one="# unread" other="# unread" />
        )}
      </span>
    </span>
  );
}

interface FolderChoiceProps extends FolderListProps {
  /** The name of the shown folder. */
  name: string;
}

/** The folders behind a button, where there is no room for them beside the list. */
export function FolderChoice({ name, ...rest }: FolderChoiceProps) {
  const { isOpen, toggle, container, button } = useDisclosure();
  const bodyId = useId();
  const unread = countUnread(rest.folders, rest.shown);
  const allUnread = countUnread(rest.folders, allFolder);
  const elsewhere = allUnread.count - unread.count;
  return (
    <div ref={container} className="no-print">
      <button
        ref={button}
        type="button"
        className="card row row--tight row--nowrap text-bold folder-choice__button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={toggle}
      >
        <FolderIcon className="usa-icon" aria-hidden="true" focusable="false" />
        <span>
          <Trans>Folder: {name}</Trans>{' '}
          {elsewhere > 0 && (
            <span className="block quiet small text-normal">
              {allUnread.atLeast ? (
                <Trans>{elsewhere} or more unread in other folders</Trans>
              ) : (
                <Plural value={elsewhere} one="# unread in other folders" other="# unread in other folders" />
              )}
            </span>
          )}
        </span>{' '}
        <UnreadMark unread={unread} />
        <Icon name="expand_more" className={`push ${isOpen ? 'icon--turned' : ''}`} />
      </button>
      <div id={bodyId} className="card folder-choice__body" hidden={!isOpen}>
        <FolderList {...rest} />
      </div>
    </div>
  );
}
