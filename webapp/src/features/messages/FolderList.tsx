import BinIcon from '@uswds/uswds/img/usa-icons/delete.svg?react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FailedRead } from '@/components/FailedRead';
import { Icon } from '@/components/Icon';
import { Skeleton } from '@/components/Skeleton';
import { addressOfFolder, keyOf, type Folder } from './messages';
import type { Folders, UnreadCount } from './useFolders';

interface FolderListProps {
  folders: Folders;
  shown: Folder | null;
  /** The folders that are not shown keep the order, not the filters. */
  search: string;
}

/** The two inboxes by who writes, and the bin. */
export function FolderList({ folders, shown, search }: FolderListProps) {
  const { t } = useLingui();
  const { agencies, portalUnread, atLeast, isLoading, error, readAgain } = folders;
  const item = (folder: Folder, name: string, unread: UnreadCount | null, icon?: ReactNode) => (
    <FolderLink
      folder={folder}
      isShown={shown !== null && keyOf(shown) === keyOf(folder)}
      search={search}
      unread={unread}
    >
      {icon}
      <span className="grow">{name}</span>
    </FolderLink>
  );
  return (
    <nav className="folders sticky" aria-label={t`Folders`}>
      <ul className="usa-list--unstyled">
        <li>{item({ kind: 'portal' }, t`Portal`, portalUnread, <Icon name="home" />)}</li>
        {agencies.map(({ agencyId, agencyName, services }) => (
          <li key={agencyId}>
            <span id={`agency-${agencyId}`} className="block quiet small text-bold folders__agency">
              {agencyName}
            </span>
            <ul className="usa-list--unstyled" aria-labelledby={`agency-${agencyId}`}>
              {services.map(({ agencyServiceId, serviceName, unreadCount }) => (
                <li key={agencyServiceId}>
                  {item({ kind: 'service', serviceId: agencyServiceId }, serviceName, {
                    count: unreadCount,
                    atLeast,
                  })}
                </li>
              ))}
            </ul>
          </li>
        ))}
        {isLoading && (
          <li>
            <Skeleton lines={3} />
          </li>
        )}
        <li className="folders__bin">
          {item(
            { kind: 'bin' },
            t`Bin`,
            null,
            <BinIcon className="usa-icon" aria-hidden="true" focusable="false" />,
          )}
        </li>
      </ul>
      {error !== undefined && <FailedRead error={error} onRetry={readAgain} />}
    </nav>
  );
}

interface FolderLinkProps {
  folder: Folder;
  isShown: boolean;
  search: string;
  unread: UnreadCount | null;
  children: ReactNode;
}

function FolderLink({ folder, isShown, search, unread, children }: FolderLinkProps) {
  return (
    <Link
      to={{ pathname: addressOfFolder(folder), search: folder.kind === 'bin' ? '' : search }}
      className={`row row--tight row--nowrap folder ${isShown ? 'marked text-bold' : ''}`}
      aria-current={isShown ? 'page' : undefined}
    >
      {children} {unread !== null && unread.count > 0 && <UnreadMark unread={unread} />}
    </Link>
  );
}

/** How many messages of a folder are unread. */
function UnreadMark({ unread: { count, atLeast } }: { unread: UnreadCount }) {
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
