import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { monthInWords } from '@/lib/i18n/dates';
import { dayOf } from '@/lib/i18n/moments';
import { FailedRead } from '@/components/FailedRead';
import { Icon } from '@/components/Icon';
import { Skeleton } from '@/components/Skeleton';
import type { Folder } from './messages';
import type { MessageList } from './useMessageList';

interface ResultsProps {
  list: MessageList;
  folder: Folder;
  count: number;
  isFiltered: boolean;
  onClear: () => void;
  /** Shows what came since the list was read. */
  onShowNew: () => void;
  /** The messages themselves. */
  children: ReactNode;
}

/** The messages that were found, or why there are none, and the way to more. */
export function Results({ list, folder, count, isFiltered, onClear, onShowNew, children }: ResultsProps) {
  const { i18n } = useLingui();
  const { isLoading, isSearching, hasMore, pausedAt, error, goOn, retry, unlisted } = list;
  const newCount = unlisted.messages.length;
  const isOver = !isSearching && !hasMore && error === undefined;
  const month = pausedAt && monthInWords(dayOf(new Date(pausedAt)), i18n.locale);
  return (
    <div className="message-results" aria-busy={isSearching}>
      <p id="messages-count" className="usa-sr-only" role="status" tabIndex={-1}>
        {count > 0 && <Plural value={count} one="# message shown" other="# messages shown" />}
        {count === 0 && isOver && isFiltered && <Trans>No message matches</Trans>}
      </p>
      <div className="message-results__new" role="status">
        {newCount > 0 && (
          <button type="button" className="usa-button message-results__show-new" onClick={onShowNew}>
            {unlisted.atLeast ? (
              <Trans>{newCount} or more new messages</Trans>
            ) : (
              <Plural value={newCount} one="# new message" other="# new messages" />
            )}
          </button>
        )}
      </div>
      {count > 0 && children}
      {count === 0 && (isLoading || isSearching) && <Skeleton lines={9} />}
      {count > 0 && isSearching && (
        <p className="message-results__more">
          <Trans>More messages are on their way…</Trans>
        </p>
      )}
      {error !== undefined && <FailedRead error={error} onRetry={retry} />}
      {month && !isSearching && (
        <div className="message-results__more">
          <p>
            <Trans>Nothing more was found back to {month}.</Trans>
          </p>
          <button type="button" className="usa-button usa-button--outline" onClick={goOn}>
            <Trans>Search further back</Trans>
          </button>
        </div>
      )}
      {count === 0 && isOver && (isFiltered ? <NoMatch onClear={onClear} /> : <Nothing folder={folder} />)}
    </div>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <div className="card empty">
      <Icon name="search" className="empty__icon" />
      <p className="empty__headline">
        <Trans>No message matches</Trans>
      </p>
      <p className="empty__text">
        <Trans>Take a filter away, choose a longer time, or search for fewer words.</Trans>
      </p>
      <button type="button" className="usa-button usa-button--outline" onClick={onClear}>
        <Trans>Show all messages</Trans>
      </button>
    </div>
  );
}

function Nothing({ folder }: { folder: Folder }) {
  return (
    <div className="card empty">
      <Icon name="mail_outline" className="empty__icon" />
      <p className="empty__headline">
        {folder.kind === 'bin' ? <Trans>The bin is empty</Trans> : <Trans>No messages</Trans>}
      </p>
      <p className="empty__text">
        {folder.kind === 'bin' ? (
          <Trans>What you delete stays here for 30 days, and can be restored until then.</Trans>
        ) : folder.kind === 'portal' ? (
          <Trans>Here the portal tells you about your account. There is nothing you need to do.</Trans>
        ) : (
          <Trans>What this service writes to you appears here. There is nothing you need to do.</Trans>
        )}
      </p>
    </div>
  );
}
