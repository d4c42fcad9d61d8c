import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { SaguaroMark } from '@/components/SaguaroMark';
import type { Branding } from './branding';

/** The logo of the business pages: a storefront with the portal's own logo. */
function BusinessMark({ className }: { className: string }) {
  return (
    <svg className={className} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path className="mark__shop" d="M6 24h36v19a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3z" />
      <path className="mark__sun" d="M24 2a14 14 0 0 1 13.6 11H10.4A14 14 0 0 1 24 2z" />
      <path
        className="mark__awning"
        d="M5 13h38l3 10a5.5 5.5 0 0 1-11 0 5.5 5.5 0 0 1-11 0 5.5 5.5 0 0 1-11 0 5.5 5.5 0 0 1-11 0z"
      />
      <path className="mark__saguaro" d="M11 33h9v13h-9zM26 33h11v7H26z" />
    </svg>
  );
}

/** The logo. It links to the dashboard for signed-in people and to the landing page for visitors. */
export function Brand({ branding, isSignedIn }: { branding: Branding; isSignedIn: boolean }) {
  if (branding === 'none') return null;
  const isBusiness = branding === 'business-applications';
  const Mark = isBusiness ? BusinessMark : SaguaroMark;
  return (
    <div className="header__brand">
      <Link to={isSignedIn ? paths.dashboard : paths.landing} className="brand">
        <Mark className="brand__mark" />
        <span className="brand__words">
          <span className="brand__name">Saguaro</span>
          <span className="brand__tag">
            {isBusiness ? <Trans>Business One Stop</Trans> : <Trans>Arizona state portal</Trans>}
          </span>
        </span>
      </Link>
    </div>
  );
}
