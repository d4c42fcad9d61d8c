import { useLingui } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import type { components } from '@/generated/openapi';
import { useRead } from '@/lib/api/useRead';
import { paths } from '@/lib/paths';
import { ignoreProgressBar } from '@/lib/progress/progress';
import { useUnread } from '@/lib/unread/unread';
import { Icon } from '@/components/Icon';
import { useDisclosure } from '@/components/useDisclosure';
import { MenuIcon } from './MenuIcon';
import { getMenuLabel } from './menuLabels';
import { isSameSection, isRoute } from './menuItems';

type MenuItem = components['schemas']['MenuItemReply'];

/** The Messages label with the unread count, which is read when the menu opens. */
function MessagesLabel({ label }: { label: string }) {
  const { t } = useLingui();
  const { portal } = useUnread();
  const { data: agencies } = useRead('/api/agency/messages/agencies', {
    headers: { [ignoreProgressBar]: 'true' },
  });
  const count = (agencies?.items ?? []).reduce(
    (sum, { unreadCount }) => sum + unreadCount,
    portal?.count ?? 0,
  );
  if (count === 0) return <span>{label}</span>;
  const atLeast = portal?.atLeast === true || agencies?.atLeast === true;
  return (
    <>
      <span aria-hidden="true">{label}</span>
      <span className="count push" aria-hidden="true">
        {atLeast ? `${count}+` : count}
      </span>
      <span className="usa-sr-only">
        {atLeast ? t`Messages, ${count} or more unread` : t`Messages, ${count} unread`}
      </span>
    </>
  );
}

/** Opens a section of the portal, and is current on each page of the section. */
function PartLink({ item, children }: { item: MenuItem; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={item.route}
      className="main-menu__link"
      aria-current={isSameSection(item.route, pathname) ? 'page' : undefined}
    >
      <MenuIcon name={item.iconClass} />
      {children}
    </Link>
  );
}

/** An item with a sub-menu: a link, if it has a route, and the button that opens the sub-menu. */
function MenuGroup({ item, label }: { item: MenuItem; label: string }) {
  const { t } = useLingui();
  const { isOpen, toggle, container, button } = useDisclosure();
  const listId = useId();
  const hasPage = isRoute(item.route);

  return (
    <div className="main-menu__group" ref={container}>
      {hasPage && (
        <PartLink item={item}>
          <span>{label}</span>
        </PartLink>
      )}
      <button
        ref={button}
        type="button"
        className={`main-menu__link main-menu__more`}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-label={hasPage ? t`More in ${label}` : undefined}
        onClick={toggle}
      >
        {!hasPage && (
          <>
            <MenuIcon name={item.iconClass} />
            <span>{label}</span>
          </>
        )}
        <Icon name="expand_more" className={isOpen ? 'icon--turned' : ''} />
      </button>
      <ul id={listId} className="usa-list--unstyled main-menu__list main-menu__list--sub" hidden={!isOpen}>
        {item.subMenu.map((child) => (
          <li key={`${child.label} ${child.route}`}>
            <NavLink to={child.route} end className="main-menu__link">
              {getMenuLabel(t, child.label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The main menu as the server lists it for this person. */
export function MainMenu({ id, items, isOpen }: { id: string; items: readonly MenuItem[]; isOpen: boolean }) {
  const { t } = useLingui();
  return (
    <nav id={id} className={`main-menu ${isOpen ? 'main-menu--open' : ''}`} aria-label={t`Main menu`}>
      <ul className="usa-list--unstyled main-menu__list">
        {items.map((item) => {
          const label = getMenuLabel(t, item.label);
          // Wide screens have the bell instead.
          const isMessages = item.route === paths.messages;
          return (
            <li key={`${item.label} ${item.route}`} className={isMessages ? 'until-desktop' : undefined}>
              {item.subMenu.length > 0 ? (
                <MenuGroup item={item} label={label} />
              ) : (
                <PartLink item={item}>
                  {isMessages && isOpen ? <MessagesLabel label={label} /> : <span>{label}</span>}
                </PartLink>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
