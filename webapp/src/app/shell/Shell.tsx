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

/** Moving to another page gives up the calls of the one before; going back to the root loads the app anew. */
function useNavigationRules(): void {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const shown = useRef(pathname);

  useEffect(() => {
    // Not in a listener of popstate: the router's own comes first, and React has rendered the page by then.
    if (navigation === NavigationType.Pop && pathname === paths.landing && shown.current !== paths.landing)
      reload();
    shown.current = pathname;
    cancelCallsOfOtherPages();
  }, [pathname, navigation]);

  useEffect(() => {
    function onShownAgain(event: PageTransitionEvent) {
      // The browser kept the page as it was left for the identity provider, waiting for an answer that never came.
      if (event.persisted) reload();
    }
    window.addEventListener('pageshow', onShownAgain);
    return () => {
      window.removeEventListener('pageshow', onShownAgain);
    };
  }, []);
}

/** What every page sits in. */
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
