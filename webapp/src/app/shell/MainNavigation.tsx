import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useUserDetails } from '@/lib/journey/userDetails';
import { FocusTrap } from '@/components/FocusTrap';
import { Icon } from '@/components/Icon';
import { usePanel } from '@/components/usePanel';
import { useReadiness } from '../start/Readiness';
import { MainMenu } from './MainMenu';
import { getMainMenu } from './menuItems';

/** The main menu and, on narrow screens, the button that opens it. */
export function MainNavigation() {
  const { t } = useLingui();
  const { data: details } = useUserDetails();
  const isReady = useReadiness();
  const { isOpen, toggle, container } = usePanel('mainMenu');
  const menuId = useId();
  const items = isReady ? getMainMenu(details?.menuItems) : [];

  if (items.length === 0)
    return (
      <div className="main-navigation" aria-hidden="true">
        <span className="tool-button tool-button--square hamburger" />
        <div className="main-menu main-menu--empty" />
      </div>
    );
  return (
    <div className="main-navigation" ref={container}>
      <FocusTrap isActive={isOpen} container={container}>
        <button
          type="button"
          className="tool-button tool-button--square hamburger"
          aria-expanded={isOpen}
          aria-controls={menuId}
          onClick={toggle}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
          <span className="heard-on-phone">{t`Menu`}</span>
        </button>
        <MainMenu id={menuId} items={items} isOpen={isOpen} />
      </FocusTrap>
    </div>
  );
}
