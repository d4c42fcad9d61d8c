import { useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { isEmbedded } from '@/lib/browser';
import { paths } from '@/lib/paths';
import { createSignedInPart } from '../signedInPart';
import { Brand } from './Brand';
import { getBranding } from './branding';
import { LanguageSwitch } from './LanguageSwitch';
import { SignInButton } from './SignInButton';

const HeaderTools = createSignedInPart((code) => code.HeaderTools);
const MainNavigation = createSignedInPart((code) => code.MainNavigation);
const PersonMenu = createSignedInPart((code) => code.PersonMenu);

/**
 * The header: logo, tools, user menu and main menu, or the link to the services for visitors. Inside a frame it omits
 * the links that lead to other pages.
 */
export function Header() {
  const { t } = useLingui();
  const { account, status } = useSession();
  const { pathname } = useLocation();
  const isFramed = isEmbedded();
  const isVisitor = !isFramed && status === 'anonymous';
  const isSignedIn = account !== null && status !== 'leaving';

  return (
    <header className="header">
      <div className="band row header__inner">
        <Brand branding={getBranding(pathname, isFramed)} isSignedIn={isSignedIn} />
        <div className="row header__tools">
          {isSignedIn && <HeaderTools />}
          {isVisitor && (
            <Link to={paths.services} className="tool-button">
              {t`Services`}
            </Link>
          )}
          <LanguageSwitch />
          {!isFramed && account && <PersonMenu />}
          {isVisitor && <SignInButton />}
        </div>
        {isSignedIn && !isFramed && <MainNavigation />}
      </div>
    </header>
  );
}
