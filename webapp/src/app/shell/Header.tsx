import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Link } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { useUserDetails } from '@/lib/journey/userDetails';
import { paths } from '@/lib/paths';
import { Icon } from '@/components/Icon';
import { SaguaroMark } from '@/components/SaguaroMark';
import { useDisclosure } from '@/components/useDisclosure';
import { useReadiness } from '../start/Readiness';
import { LanguageSwitch } from './LanguageSwitch';
import { MainMenu } from './MainMenu';
import { profileLabel, UserMenu } from './UserMenu';

/** Logo, language, main menu and user menu. */
export function Header() {
  const { t } = useLingui();
  const { account } = useSession();
  const { data: details } = useUserDetails();
  const isReady = useReadiness();
  const { isOpen, toggle, container, button } = useDisclosure();
  const menuId = useId();
  const items =
    account && isReady ? (details?.menuItems ?? []).filter((item) => item.label !== profileLabel) : [];

  return (
    <header className="header">
      <div className="header__inner" ref={container}>
        <Link to={account ? paths.dashboard : paths.landing} className="brand">
          <SaguaroMark className="brand__mark" />
          <span className="brand__words">
            <span className="brand__name">Saguaro</span>
            <span className="brand__tag">
              <Trans>Arizona state portal</Trans>
            </span>
          </span>
        </Link>
        <div className="header__tools">
          <LanguageSwitch />
          <UserMenu />
          {items.length > 0 && (
            <button
              ref={button}
              type="button"
              className="tool-button hamburger"
              aria-expanded={isOpen}
              aria-controls={menuId}
              onClick={toggle}
            >
              <Icon name={isOpen ? 'close' : 'menu'} />
              <span className="hamburger__word">{t`Menu`}</span>
            </button>
          )}
        </div>
        {items.length > 0 && <MainMenu id={menuId} items={items} isOpen={isOpen} />}
      </div>
    </header>
  );
}
