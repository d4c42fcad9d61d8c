import { I18nProvider } from '@lingui/react';
import { startTransition, useCallback, useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router';
import { configureCalls } from '@/lib/api/call';
import { ApiError } from '@/lib/api/errors';
import { getSession, loadSignedInCode } from '@/lib/auth/session';
import { loadConfiguration, type Configuration } from '@/lib/config/configuration';
import { ConfigurationContext, useConfiguration } from '@/lib/config/ConfigurationContext';
import { getI18n } from '@/lib/i18n/language';
import { Sentence } from '@/lib/i18n/Sentence';
import { LoadingScreen } from '@/components/LoadingScreen';
import { AppBoundary } from './AppBoundary';
import { RetryPage } from './pages/RetryPage';
import { DemonstrationNotice } from './shell/DemonstrationNotice';
import { AppRoutes, fixAddress, preloadFirstPage, usePreloadOnIntent } from './routes';
import { loadSignedInModule } from './signedInPart';

/** The page while the app reads the stored session. */
function OpeningPage() {
  const { isDemonstration } = useConfiguration();
  return (
    <>
      {isDemonstration && <DemonstrationNotice />}
      <main className="main">
        <LoadingScreen />
      </main>
    </>
  );
}

/** Loads the configuration, then the account, then the pages. */
export function App() {
  usePreloadOnIntent();
  const [configuration, setConfiguration] = useState<Configuration | null>(null);
  const [isRestored, setRestored] = useState(false);
  // Nothing before the first page reads an error reply, so an `ApiError` means that a request failed.
  const [failure, setFailure] = useState<unknown>(null);

  const start = useCallback(async () => {
    loadSignedInCode.set(loadSignedInModule);
    fixAddress();
    // The page reports a failure when it opens.
    void preloadFirstPage(window.location.pathname, getSession().isStored()).catch(() => undefined);
    try {
      const loaded = await loadConfiguration();
      configureCalls(loaded);
      getSession().beforeSignOut(async () => (await loadSignedInModule()).endAuthentication());
      setConfiguration(loaded);
      await getSession().restore(loaded);
      // Lets the browser answer between the parts of the page.
      startTransition(() => setRestored(true));
    } catch (error) {
      setFailure(error);
    }
  }, []);

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- nothing is set before the configuration has answered
    void start();
  }, [start]);

  return (
    <I18nProvider i18n={getI18n()} defaultComponent={Sentence}>
      {failure ? (
        <RetryPage
          isOurFault={!(failure instanceof ApiError)}
          onRetry={() => {
            setFailure(null);
            void start();
          }}
        />
      ) : configuration ? (
        <AppBoundary>
          <ConfigurationContext value={configuration}>
            <BrowserRouter>{isRestored ? <AppRoutes /> : <OpeningPage />}</BrowserRouter>
          </ConfigurationContext>
        </AppBoundary>
      ) : (
        <main className="main">
          <LoadingScreen />
        </main>
      )}
    </I18nProvider>
  );
}
