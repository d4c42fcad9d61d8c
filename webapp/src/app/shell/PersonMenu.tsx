import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Link } from 'react-router';
import { getSession, useAccount } from '@/lib/auth/session';
import { useUserDetails } from '@/lib/journey/userDetails';
import { FocusTrap } from '@/components/FocusTrap';
import { Icon } from '@/components/Icon';
import { usePanel } from '@/components/usePanel';
import { getInitials } from './initials';
import { getProfileMenu } from './menuItems';
import { getMenuLabel } from './menuLabels';

/** The signed-in person's initials and name, their profile pages and Logout. */
export function PersonMenu() {
  const { t } = useLingui();
  const { email, familyName, name: ownName } = useAccount();
  const { data: details } = useUserDetails();
  const name = details?.displayName || ownName;
  const { isOpen, toggle, container } = usePanel('userMenu');
  const panelId = useId();

  return (
    <div className="panel-anchor" ref={container}>
      <FocusTrap isActive={isOpen} container={container}>
        <button
          type="button"
          className="tool-button user-menu__button"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={toggle}
        >
          <span className="round user-menu__initials" aria-hidden="true">
            {getInitials(name, familyName) || <Icon name="person" />}
          </span>
          <span className="user-menu__name heard-on-phone" dir="auto">
            {name || t`Your account`}
          </span>
          <Icon name="expand_more" className={`icon--more ${isOpen ? 'icon--turned' : ''}`} />
        </button>
        <div id={panelId} className="card panel" hidden={!isOpen}>
          <p className="user-menu__person">
            {name && <strong dir="auto">{name}</strong>}
            <span className="quiet small" dir="ltr">
              {email}
            </span>
          </p>
          <ul className="usa-list--unstyled">
            {/* First, so that items that arrive later do not move it from under the pointer. */}
            <li>
              <button type="button" className="panel__link" onClick={() => void getSession().signOut()}>
                <Icon name="logout" />
                {t`Logout`}
              </button>
            </li>
            {getProfileMenu(details?.menuItems).map((item, index) => (
              <li key={`${item.label} ${item.route}`} className={index === 0 ? 'panel__separated' : ''}>
                <Link to={item.route} className="panel__link">
                  {getMenuLabel(t, item.label)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </FocusTrap>
    </div>
  );
}
