import { NavLink } from 'react-router';
import { paths } from '@/lib/paths';
import { Icon } from '@/components/Icon';

interface BellLinkProps {
  /** The text beside the bell on wide screens. */
  word: string;
  /** The accessible name, which starts with the visible word. */
  name: string;
  hasUnread?: boolean;
}

/** The bell, which opens the messages. */
export function BellLink({ word, name, hasUnread = false }: BellLinkProps) {
  return (
    <NavLink
      to={paths.messages}
      className="tool-button tool-button--square bell"
      aria-label={name}
      title={name}
    >
      <span className="bell__sign">
        <Icon name="notifications_none" />
        {hasUnread && (
          <span className="bell__badge" aria-hidden="true">
            !
          </span>
        )}
      </span>
      <span className="bell__word from-desktop">{word}</span>
    </NavLink>
  );
}
