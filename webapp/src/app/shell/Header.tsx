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
import { HeaderTools, SilentTools } from './HeaderTools';
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
  const hasMenu = isSignedIn && !isFramed;
  const items = hasMenu && isReady ? mainMenuOf(details?.menuItems) : [];

  return (
    <header className="header">
      <div className="header__inner">
        <Brand branding={brandingOf(pathname, isFramed)} isSignedIn={isSignedIn} />
        <div className="header__tools">
          {isSignedIn && (
            // Keeps the room of the tools until it is known that the person gets them, so that nothing moves.
            <div className="header__own-tools" style={hasTools ? undefined : { visibility: 'hidden' }}>
              <HelpLink className="header__help" />
              {!isFramed && (hasTools ? <HeaderTools /> : <SilentTools />)}
            </div>
          )}
          <LanguageSwitch />
          {!isFramed && <UserMenu />}
        </div>
        {hasMenu && items.length === 0 && (
          <div className="main-navigation" aria-hidden="true">
            <span className="tool-button hamburger" />
            <div className="main-menu main-menu--empty" />
          </div>
        )}
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
