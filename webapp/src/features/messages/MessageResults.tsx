import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { Icon } from '@/components/Icon';
import { Results } from '@/components/list/Results';
import { linkIdOf, type Folder } from './messages';
import type { MessageList } from './useMessageList';

interface MessageResultsProps {
  list: MessageList;
  folder: Folder;
  /** True if the person has no folder of this service. */
  isUnknown: boolean;
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
  isUnknown,
  isFiltered,
  onClear,
  onShowNew,
  children,
}: MessageResultsProps) {
  const { t } = useLingui();
  const { unlisted, messages } = list;
  const count = messages.length;
  const newCount = unlisted.messages.length;
  return (
    <>
      <div className="new-messages" role="status">
        {newCount > 0 && (
          <Button className="new-messages__show" onClick={onShowNew}>
            {unlisted.atLeast ? (
              <Trans>{newCount} or more new messages</Trans>
            ) : (
              <Plural value={newCount} one="# new message" other="# new messages" />
            )}
          </Button>
        )}
      </div>
      <Results
        found={list}
        linkIds={messages.map(({ id }) => linkIdOf(id))}
        counted={<Plural value={count} one="# message shown" other="# messages shown" />}
        searchedTo={list.searchedTo}
        isFiltered={isFiltered}
        noMatch={t`No message matches`}
        showAll={t`Show all messages`}
        onShowAll={onClear}
        nothing={isUnknown ? <UnknownService /> : <Nothing folder={folder} />}
      >
        {children}
      </Results>
    </>
  );
}

function UnknownService() {
  return (
    <div className="card empty">
      <Icon name="mail_outline" className="empty__icon" />
      <p className="empty__headline">
        <Trans>This service is not among your folders</Trans>
      </p>
      <p className="empty__text">
        <Link to={paths.messages} className="usa-link">
          <Trans>Go to all messages</Trans>
        </Link>
      </p>
    </div>
  );
}

function Nothing({ folder }: { folder: Folder }) {
  return (
    <div className="card empty">
      <Icon name="mail_outline" className="empty__icon" />
      <p className="empty__headline">
        {folder.kind === 'trash' ? <Trans>The trash is empty</Trans> : <Trans>No messages</Trans>}
      </p>
      <p className="empty__text">
        {folder.kind === 'trash' ? (
          <Trans>What you delete stays here for 30 days, and can be restored until then.</Trans>
        ) : folder.kind === 'all' ? (
          <Trans>
            Messages from the portal and from agencies appear here. There is nothing you need to do.
          </Trans>
        ) : folder.kind === 'portal' ? (
          <Trans>Here the portal tells you about your account. There is nothing you need to do.</Trans>
        ) : (
          <Trans>Messages from this service appear here. There is nothing you need to do.</Trans>
        )}
      </p>
    </div>
  );
}
