import { useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { isEmbedded } from '@/lib/browser';
import { paths } from '@/lib/paths';
import { signedInPart } from '../signedInPart';
import { Brand } from './Brand';
import { brandingOf } from './branding';
import { LanguageSwitch } from './LanguageSwitch';
import { SignInButton } from './SignInButton';

const HeaderTools = signedInPart((code) => code.HeaderTools);
const MainNavigation = signedInPart((code) => code.MainNavigation);
const PersonMenu = signedInPart((code) => code.PersonMenu);

/** Logo, tools, user menu and main menu, or the way to the services for visitors. Inside another page it keeps what does not lead away from there. */
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
        <Brand branding={brandingOf(pathname, isFramed)} isSignedIn={isSignedIn} />
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
