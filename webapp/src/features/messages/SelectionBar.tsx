import BackIcon from '@uswds/uswds/img/usa-icons/history.svg?react';
import DeleteIcon from '@uswds/uswds/img/usa-icons/delete.svg?react';
import ReadIcon from '@uswds/uswds/img/usa-icons/mail_outline.svg?react';
import RefreshIcon from '@uswds/uswds/img/usa-icons/autorenew.svg?react';
import UnreadIcon from '@uswds/uswds/img/usa-icons/mail.svg?react';
import { Plural, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { ListedMessage } from './messages';
import { Tool } from './Tool';
import type { Selection } from './useSelection';

interface SelectionBarProps {
  listed: readonly ListedMessage[];
  selection: Selection;
  isTrash: boolean;
  onMark: (isRead: boolean) => void;
  onDelete: () => void;
  onRestore: () => void;
  onEmptyTrash: () => void;
  onReload: () => void;
}

/** Buttons for the selected messages, and for the whole list. */
export function SelectionBar({
  listed,
  selection,
  isTrash,
  onMark,
  onDelete,
  onRestore,
  onEmptyTrash,
  onReload,
}: SelectionBarProps) {
  const { t } = useLingui();
  const count = selection.messages.length;
  const isAll = count > 0 && count === listed.length;
  const all = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (all.current) all.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);

  return (
    <div className="row row--tight selection-bar no-print" role="group" aria-label={t`Selected messages`}>
      <label className="action" title={t`Select all`}>
        <input
          ref={all}
          type="checkbox"
          className="message-checkbox"
          checked={isAll}
          disabled={listed.length === 0}
          onChange={() => (isAll ? selection.clear() : selection.selectAll())}
        />
        <span className="usa-sr-only">{t`Select all`}</span>
      </label>
      <span className="quiet" role="status">
        {count > 0 && <Plural value={count} one="# selected" other="# selected" />}
      </span>
      <span className="row row--tight push">
        {count > 0 && !isTrash && (
          <>
            <Tool icon={ReadIcon} name={t`Mark as read`} onPress={() => onMark(true)} />
            <Tool icon={UnreadIcon} name={t`Mark as unread`} onPress={() => onMark(false)} />
            <Tool icon={DeleteIcon} name={t`Delete`} onPress={onDelete} />
          </>
        )}
        {count > 0 && isTrash && <Tool icon={BackIcon} name={t`Restore`} onPress={onRestore} />}
        {count === 0 && isTrash && listed.length > 0 && (
          <Tool icon={DeleteIcon} name={t`Empty the trash`} isNamed onPress={onEmptyTrash} />
        )}
        {count === 0 && <Tool icon={RefreshIcon} name={t`Look for new messages`} onPress={onReload} />}
      </span>
    </div>
  );
}
