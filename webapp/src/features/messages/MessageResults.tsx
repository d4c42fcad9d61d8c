import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { Icon } from '@/components/Icon';
import { Results } from '@/components/list/Results';
import { getLinkId, type Folder } from './messages';
import { findService, type Folders } from './useFolders';
import type { MessageList } from './useMessageList';

interface MessageResultsProps {
  list: MessageList;
  folder: Folder;
  folders: Folders;
  isFiltered: boolean;
  onClear: () => void;
  /** Shows messages that came since the list was read. */
  onShowNew: () => void;
  /** The messages themselves. */
  children: ReactNode;
}

/** The messages that were found, below the line that announces new ones. */
export function MessageResults({
  list,
  folder,
  folders,
  isFiltered,
  onClear,
  onShowNew,
  children,
}: MessageResultsProps) {
  const { t } = useLingui();
  const { waiting, messages } = list;
  const count = messages.length;
  const newCount = waiting?.messages.length ?? 0;
  return (
    <>
      <div className="new-messages" role="status">
        {newCount > 0 && (
          <Button className="new-messages__show" onClick={onShowNew}>
            {waiting?.atLeast ? (
              <Trans>{newCount} or more new messages</Trans>
            ) : (
              <Plural value={newCount} one="# new message" other="# new messages" />
            )}
          </Button>
        )}
      </div>
      <Results
        found={list}
        linkIds={messages.map(({ id }) => getLinkId(id))}
        counted={<Plural value={count} one="# message shown" other="# messages shown" />}
        searchedTo={list.searchedTo}
        isFiltered={isFiltered}
        noMatch={t`No message matches`}
        showAll={t`Show all messages`}
        onShowAll={onClear}
        nothing={<Nothing folder={folder} folders={folders} />}
      >
        {children}
      </Results>
    </>
  );
}

function Nothing({ folder: { kind, serviceId }, folders }: { folder: Folder; folders: Folders }) {
  const { t } = useLingui();
  const texts = {
    all: t`Messages from the portal and from agencies appear here. There is nothing you need to do.`,
    portal: t`Here the portal tells you about your account. There is nothing you need to do.`,
    service: t`Messages from this service appear here. There is nothing you need to do.`,
    trash: t`What you delete stays here for 30 days, and can be restored until then.`,
  };
  const isKnown =
    folders.isLoading || folders.error !== undefined || findService(folders.agencies, serviceId);
  if (kind === 'service' && !isKnown)
    return (
      <EmptyCard headline={t`This service is not among your folders`}>
        <Link to={paths.messages} className="usa-link">
          <Trans>Go to all messages</Trans>
        </Link>
      </EmptyCard>
    );
  return (
    <EmptyCard headline={kind === 'trash' ? t`The trash is empty` : t`No messages`}>{texts[kind]}</EmptyCard>
  );
}

interface EmptyCardProps {
  className?: string;
  headline?: string;
  children: ReactNode;
}

/** Stands where there is no message. */
export function EmptyCard({ className = '', headline, children }: EmptyCardProps) {
  return (
    <div className={`card empty ${className}`}>
      <Icon name="mail_outline" className="empty__icon" />
      {headline && <p className="empty__headline">{headline}</p>}
      <p className="empty__text">{children}</p>
    </div>
  );
}
