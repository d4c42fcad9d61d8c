import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { isEmbedded } from '@/lib/browser';
import { useUserDetails } from '@/lib/journey/userDetails';
import { useProfileCompletion } from '@/lib/journey/profileCompletion';
import { FocusTrap } from '@/components/FocusTrap';
import { HelpLink } from '@/components/HelpLink';
import { Icon } from '@/components/Icon';
import { usePanel } from '@/components/usePanel';
import { useReadiness } from '../start/Readiness';
import { Brand } from './Brand';
import { brandingOf } from './branding';
import { HeaderTools } from './HeaderTools';
import { LanguageSwitch } from './LanguageSwitch';
import { MainMenu } from './MainMenu';
import { mainMenuOf } from './menuItems';
import { UserMenu } from './UserMenu';

/** Logo, tools, user menu and main menu. Inside another page it keeps what does not lead away from there. */
export function Header() {
  const { t } = useLingui();
  const { account, status } = useSession();
  const { pathname } = useLocation();
  const { data: details } = useUserDetails();
  const isReady = useReadiness();
  const isProfileComplete = useProfileCompletion();
  const { isOpen, toggle, container } = usePanel('mainMenu');
  const menuId = useId();
  const isFramed = isEmbedded();
  const isSignedIn = account !== null && status !== 'leaving';
  const hasTools = isSignedIn && isReady && isProfileComplete;
  const items = isSignedIn && isReady && !isFramed ? mainMenuOf(details?.menuItems) : [];

  return (
    <header className="header">
      <div className="header__inner">
        <Brand branding={brandingOf(pathname, isFramed)} isSignedIn={isSignedIn} />
        <div className="header__tools">
          {hasTools && <HelpLink className="header__help" />}
          {hasTools && !isFramed && <HeaderTools />}
          <LanguageSwitch />
          {!isFramed && <UserMenu />}
        </div>
        {items.length > 0 && (
          <div className="main-navigation" ref={container}>
            <FocusTrap isActive={isOpen} container={container}>
              <button
                type="button"
                className="tool-button hamburger"
                aria-expanded={isOpen}
                aria-controls={menuId}
                onClick={toggle}
              >
                <Icon name={isOpen ? 'close' : 'menu'} />
                <span className="hamburger__word">{t`Menu`}</span>
              </button>
              <MainMenu id={menuId} items={items} isOpen={isOpen} />
            </FocusTrap>
          </div>
        )}
      </div>
    </header>
  );
}
