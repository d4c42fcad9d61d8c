import { Trans } from '@lingui/react/macro';
import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router';
import { cancelCallsOfOtherPages } from '@/lib/api/pending';
import { useSession } from '@/lib/auth/session';
import { reload } from '@/lib/browser';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { paths } from '@/lib/paths';
import { pinned } from '@/lib/pinned';
import { LoadingScreen } from '@/components/LoadingScreen';
import { DemonstrationNotice } from './DemonstrationNotice';
import { Feedback } from './Feedback';
import { Footer } from './Footer';
import { Header } from './Header';
import { HelpPanel } from './HelpPanel';
import { OfflineNotice } from './OfflineNotice';
import { PageBoundary } from './PageBoundary';
import { usePanelRules } from './usePanelRules';

/** Cancels the calls of the previous page on navigation, and reloads the app when the person goes back to the root. */
function useNavigationRules(): void {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const shown = useRef(pathname);

  useEffect(() => {
    // A listener of popstate would be too late: the router's own runs first, and React has rendered the page by then.
    if (navigation === NavigationType.Pop && pathname === paths.landing && shown.current !== paths.landing)
      reload();
    shown.current = pathname;
    cancelCallsOfOtherPages();
  }, [pathname, navigation]);

  useEffect(() => {
    function onShownAgain(event: PageTransitionEvent) {
      // The browser kept the page as it was when it left for the identity provider.
      if (event.persisted) reload();
    }
    window.addEventListener('pageshow', onShownAgain);
    return () => {
      window.removeEventListener('pageshow', onShownAgain);
    };
  }, []);
}

/** The header, footer, and panels around every page. */
export function Shell() {
  useNavigationRules();
  usePanelRules();
  const { status } = useSession();
  const { isDemonstration } = useConfiguration();
  const { pathname } = useLocation();
  const pinnedContent = useSyncExternalStore(pinned.subscribe, pinned.current);

  return (
    <>
      <a className="usa-skipnav" href="#main">
        <Trans>Skip to main content</Trans>
      </a>
      {isDemonstration && <DemonstrationNotice />}
      <OfflineNotice />
      {status !== 'authenticating' && (
        <div className="top">
          <Suspense fallback={null}>
            <Header />
          </Suspense>
          <HelpPanel />
          {pinnedContent}
        </div>
      )}
      <main id="main" tabIndex={-1} className="main">
        <PageBoundary pathname={pathname}>
          <Suspense fallback={<LoadingScreen />}>
            <Outlet />
          </Suspense>
        </PageBoundary>
      </main>
      <Footer />
      <Feedback />
    </>
  );
}
