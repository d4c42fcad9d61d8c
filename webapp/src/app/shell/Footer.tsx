import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { isEmbedded } from '@/lib/browser';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { paths } from '@/lib/paths';
import { SaguaroMark } from '@/components/SaguaroMark';
import { getBranding } from './branding';
import { ScrollToTop } from './ScrollToTop';

/** Milliseconds until the footer returns after a sign-in, from the specification. */
const returnDelay = 100;

/** The footer of every page; hidden during a sign-in. */
export function Footer() {
  const { t } = useLingui();
  const { status } = useSession();
  const { businessOneStop } = useConfiguration();
  const { pathname } = useLocation();
  const isAuthenticating = status === 'authenticating';
  const [isVisible, setVisible] = useState(!isAuthenticating);
  const [year] = useState(() => new Date().getFullYear());

  useEffect(() => {
    const timer = setTimeout(() => setVisible(!isAuthenticating), isAuthenticating ? 0 : returnDelay);
    return () => clearTimeout(timer);
  }, [isAuthenticating]);

  const links = [
    [paths.services + '?by=agency', t`Agencies`],
    [paths.contact, t`Contact`],
    [paths.accessibility, t`Accessibility`],
    [paths.terms, t`Terms`],
    [paths.privacy, t`Privacy`],
  ] as const;

  if (!isVisible || isAuthenticating) return null;
  const number = businessOneStop.helpLineNumber;
  const hasHelpLine = number && getBranding(pathname, isEmbedded()) === 'business-applications';
  return (
    <footer className="footer small">
      <div className="band row footer__inner">
        <SaguaroMark className="footer__mark" />
        <p>
          <Trans>© {year} Saguaro. All rights reserved</Trans>
        </p>
        {hasHelpLine && (
          <p>
            <Trans>
              For Business One Stop help please contact:{' '}
              <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</a>
            </Trans>
          </p>
        )}
        <div className="row push footer__links">
          {links.map(([to, text]) => (
            <Link key={to} to={to}>
              {text}
            </Link>
          ))}
        </div>
      </div>
      <ScrollToTop />
    </footer>
  );
}
