import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useSession } from '@/lib/auth/session';
import { SaguaroMark } from '@/components/SaguaroMark';

/** Time until the footer returns after a sign-in, from the specification. */
const returnDelay = 100;

/** The end of every page; out of the way while somebody is being signed in. */
export function Footer() {
  const { status } = useSession();
  const isAuthenticating = status === 'authenticating';
  const [isVisible, setVisible] = useState(!isAuthenticating);

  useEffect(() => {
    const timer = setTimeout(() => setVisible(!isAuthenticating), isAuthenticating ? 0 : returnDelay);
    return () => clearTimeout(timer);
  }, [isAuthenticating]);

  if (!isVisible || isAuthenticating) return null;
  const year = new Date().getFullYear();
  return (
    <footer className="footer">
      <div className="footer__inner">
        <SaguaroMark className="footer__mark" />
        <p className="footer__rights">
          <Trans>© {year} Saguaro. All rights reserved</Trans>
        </p>
      </div>
    </footer>
  );
}
