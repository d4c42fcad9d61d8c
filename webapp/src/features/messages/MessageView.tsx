import BackIcon from '@uswds/uswds/img/usa-icons/history.svg?react';
import DeleteIcon from '@uswds/uswds/img/usa-icons/delete.svg?react';
import ImportantIcon from '@uswds/uswds/img/usa-icons/priority_high.svg?react';
import PrintIcon from '@uswds/uswds/img/usa-icons/print.svg?react';
import UnreadIcon from '@uswds/uswds/img/usa-icons/mail.svg?react';
import { Trans, useLingui } from '@lingui/react/macro';
import { languages } from '@/lib/i18n/language';
import { formatDay } from '@/lib/i18n/dates';
import { getDay } from '@/lib/i18n/moments';
import { formatLanguage } from '@/lib/i18n/names';
import { Alert } from '@/components/Alert';
import { Awaited } from '@/components/FailedRead';
import { Moment } from '@/components/Moment';
import type { Reply } from './api';
import { Attachments } from './Attachments';
import { CardLink } from './CardLink';
import { DeliveryRecord } from './DeliveryRecord';
import { MessageAction } from './MessageAction';
import { MessageBody } from './MessageBody';
import { daysInTrash, type OpenedMessage } from './messages';
import { ReplySection } from './ReplySection';
import { Thread } from './Thread';
import { Tool } from './Tool';
import type { Opened } from './useOpenedMessage';

interface MessageViewProps {
  opened: Opened;
  /** Of the headings below the message's subject. */
  headingLevel: 2 | 3;
  onMarkUnread: (message: OpenedMessage) => void;
  onDelete: (message: OpenedMessage) => void;
  onRestore: (message: OpenedMessage) => void;
}

/** Everything about an opened message below its subject. */
export function MessageView({
  opened: { message, isMissing, error, retry, addReply },
  ...rest
}: MessageViewProps) {
  if (message) return <Message key={message.id} message={message} onReplied={addReply} {...rest} />;
  if (isMissing)
    return (
      <p>
        <Trans>
          There is no such message. It may have been deleted for good, or the address is incomplete.
        </Trans>
      </p>
    );
  return <Awaited lines={8} error={error} onRetry={retry} />;
}

function Message({
  message,
  headingLevel,
  onMarkUnread,
  onDelete,
  onRestore,
  onReplied,
}: Omit<MessageViewProps, 'opened'> & { message: OpenedMessage; onReplied: (reply: Reply) => void }) {
  const { t, i18n } = useLingui();
  const { from, origin, sentAt, priority, language, action, attachments, deletedAt } = message;
  return (
    <>
      <div className="row row--tight message-view__tools no-print">
        {deletedAt === null ? (
          <>
            <Tool icon={UnreadIcon} name={t`Mark as unread`} isNamed onPress={() => onMarkUnread(message)} />
            <Tool icon={DeleteIcon} name={t`Delete`} isNamed onPress={() => onDelete(message)} />
          </>
        ) : (
          <Tool icon={BackIcon} name={t`Restore`} isNamed onPress={() => onRestore(message)} />
        )}
        <Tool icon={PrintIcon} name={t`Print`} isNamed onPress={() => window.print()} />
      </div>
      <div>
        <p className="margin-0">
          <strong>{from}</strong>
          {origin && (
            <span className="block quiet">
              {origin.serviceName}
              {origin.recordLabel && (
                <>
                  {' · '}
                  <bdi>{origin.recordLabel}</bdi>
                </>
              )}
            </span>
          )}
        </p>
        <p className="row row--tight quiet">
          <Moment at={sentAt} />
          {priority === 'high' && (
            <span className="tag tag--open">
              <ImportantIcon className="usa-icon" aria-hidden="true" focusable="false" />
              <Trans>Important</Trans>
            </span>
          )}
        </p>
      </div>
      {deletedAt !== null && <InTrash deletedAt={deletedAt} />}
      {language !== i18n.locale && <OtherLanguage language={language} />}
      {action && <MessageAction action={action} />}
      <MessageBody message={message} />
      <Attachments message={message} attachments={attachments} headingLevel={headingLevel} />
      {message.canReply && <ReplySection message={message} onReplied={onReplied} />}
      <CardLink message={message} />
      <Thread message={message} headingLevel={headingLevel} />
      {!message.isOwn && <DeliveryRecord message={message} />}
    </>
  );
}

/** Says until when the message can be restored. */
function InTrash({ deletedAt }: { deletedAt: string }) {
  const { i18n } = useLingui();
  const end = new Date(deletedAt);
  end.setUTCDate(end.getUTCDate() + daysInTrash);
  const day = formatDay(getDay(end), i18n.locale);
  return (
    <Alert kind="info">
      <p>
        <Trans>This message is in the trash. It is deleted for good on {day}.</Trans>
      </p>
    </Alert>
  );
}

/** Says that the message is in another language than the page. */
function OtherLanguage({ language }: { language: string }) {
  const { i18n } = useLingui();
  const known = languages.find((each) => each === language);
  if (!known) return null;
  const name = formatLanguage(known, i18n.locale);
  return (
    <p className="quote quiet">
      <Trans>The sender wrote this message in {name} only.</Trans>
    </p>
  );
}
