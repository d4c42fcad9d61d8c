import { useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router';
import type { components } from '@/generated/openapi';
import { Icon, iconNamed } from '@/components/Icon';
import { menuLabel } from './menuLabels';

type MenuItem = components['schemas']['MenuItem'];

function MenuLink({ label, route, iconName }: { label: string; route: string; iconName?: string }) {
  return (
    <NavLink to={route} end className="main-menu__link">
      {iconName !== undefined && <Icon name={iconNamed(iconName)} />}
      {label}
    </NavLink>
  );
}

/** The main menu as the server lists it for this person. */
export function MainMenu({ id, items, isOpen }: { id: string; items: readonly MenuItem[]; isOpen: boolean }) {
  const { t } = useLingui();
  return (
    <nav id={id} className={`main-menu ${isOpen ? 'main-menu--open' : ''}`} aria-label={t`Main menu`}>
      <ul className="main-menu__list">
        {items.map((item) => (
          <li key={item.label}>
            <MenuLink label={menuLabel(t, item.label)} route={item.route} iconName={item.iconClass} />
            {item.subMenu.length > 0 && (
              <ul className="main-menu__list main-menu__list--sub">
                {item.subMenu.map((child) => (
                  <li key={child.label}>
                    <MenuLink label={menuLabel(t, child.label)} route={child.route} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
