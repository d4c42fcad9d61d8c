import AttachIcon from '@uswds/uswds/img/usa-icons/attach_file.svg?react';
import ImportantIcon from '@uswds/uswds/img/usa-icons/priority_high.svg?react';
import { useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { Moment } from '@/components/Moment';
import { getLinkId, type ListedMessage } from './messages';
import { formatMoment } from './moments';
import type { Line } from './pages';
import type { Selection } from './useSelection';

interface ListedMessagesProps {
  ref: Ref<HTMLUListElement>;
  lines: readonly Line[];
  selection: Selection;
  openId: string | undefined;
  getAddress: (message: ListedMessage) => { pathname: string; search: string };
  /** The service of a message, where the list has those of several. */
  getServiceName: (message: ListedMessage) => string | undefined;
}

/** The messages as a list, with the name of a record above the first message about it. */
export function ListedMessages({ ref, lines, ...rest }: ListedMessagesProps) {
  const { t } = useLingui();
  return (
    <ul ref={ref} className="usa-list--unstyled" aria-labelledby="folder-name">
      {lines.map(({ message, record }) => (
        <li key={message.id}>
          {record && (
            <h3 className="message-record">
              <bdi>{record.label}</bdi>
              {record.isContinued && <span className="quiet text-normal"> {t`(continued)`}</span>}
            </h3>
          )}
          <MessageRow message={message} {...rest} />
        </li>
      ))}
    </ul>
  );
}

type MessageRowProps = Omit<ListedMessagesProps, 'ref' | 'lines'> & { message: ListedMessage };

function MessageRow({ message, selection, openId, getAddress, getServiceName }: MessageRowProps) {
  const { t } = useLingui();
  const { id, subject, preview, from, isRead, sentAt, priority, hasAttachments } = message;
  const isSelected = selection.has(id);
  const isShown = id === openId;
  const serviceName = getServiceName(message);
  const className = ['message-row', isSelected && 'message-row--selected', isShown && 'marked'];
  return (
    <div className={className.filter(Boolean).join(' ')}>
      <label className="action message-row__select">
        <input
          type="checkbox"
          className="message-checkbox"
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            (nativeEvent as MouseEvent).shiftKey ? selection.extendTo(id) : selection.toggle(id)
          }
        />
        <span className="usa-sr-only">{t`Select: ${subject}`}</span>
      </label>
      <div className="grow stack message-row__words">
        {!isRead && <span className="usa-sr-only">{t`Unread.`}</span>}
        <span className="row row--tight row--nowrap">
          {!isRead && <span className="message-row__dot" />}
          <span className={`grow ellipsis ${isRead ? 'quiet' : 'text-bold'}`}>{from}</span>
          <Moment at={sentAt} format={formatMoment} className="quiet small text-no-wrap" />
        </span>
        {serviceName !== undefined && <span className="quiet small ellipsis">{serviceName}</span>}
        <span className="row row--tight row--nowrap">
          {priority === 'high' && (
            <span className="status status--attention">
              <ImportantIcon className="usa-icon" aria-hidden="true" focusable="false" />
              <span className="usa-sr-only">{t`Important.`}</span>
            </span>
          )}
          <Link
            id={getLinkId(id)}
            className={`row-link grow ellipsis ${isRead ? '' : 'text-bold'}`}
            to={getAddress(message)}
            state={{ isFromList: true }}
            // A step back leads to the list, however many messages were opened.
            replace={openId !== undefined}
            aria-current={isShown ? 'true' : undefined}
          >
            <bdi>{subject}</bdi>
          </Link>
          {hasAttachments && (
            <span className="status status--neutral">
              <AttachIcon className="usa-icon" aria-hidden="true" focusable="false" />
              <span className="usa-sr-only">{t`Has files.`}</span>
            </span>
          )}
        </span>
        <span className="quiet small ellipsis" dir="auto">
          {preview}
        </span>
      </div>
    </div>
  );
}
