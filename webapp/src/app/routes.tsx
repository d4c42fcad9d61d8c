import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { matchPath, Navigate, Route, Routes } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { paths } from '@/lib/paths';
import { createStore } from '@/lib/store';
import { showToast } from '@/components/toasts/toasts';
import { loadRestoreTyped } from './ForeignChangeBoundary';
import { ErrorPage } from './pages/ErrorPage';
import type { Guard, Page, PathName } from './page';
import { publicPages } from './publicPages';
import { Shell } from './shell/Shell';
import { signedInPages } from './signedInPages';
import { createSignedInPart } from './signedInPart';
import { firstReads } from './start/firstReads';
import { VisitorsOnly } from './start/VisitorsOnly';

const LoadingPage = createSignedInPart((code) => code.LoadingPage);
const UnregisteredOnly = createSignedInPart((code) => code.UnregisteredOnly);
const SignedInOnly = createSignedInPart((code) => code.SignedInOnly);
const RegisteredOnly = createSignedInPart((code) => code.RegisteredOnly);
const AcceptedOnly = createSignedInPart((code) => code.AcceptedOnly);
const StaffOnly = createSignedInPart((code) => code.StaffOnly);

const { landing, ...otherPublicPages } = publicPages;

const entries = Object.entries({ ...otherPublicPages, ...signedInPages }) as [PathName, Page][];

const createRoutes = (guard: Guard) =>
  entries
    .filter(([, page]) => page.guard === guard)
    .map(([name, { Component, parts }]) => (
      <Route key={name} path={paths[name]} element={<Component />}>
        {parts.map((part) => (
          <Route key={part} path={paths[part]} element={null} />
        ))}
      </Route>
    ));

/** Finds the page of an address, including addresses of its parts. */
const findPage = (pathname: string) =>
  entries.find(([name, { parts }]) => [name, ...parts].some((each) => matchPath(paths[each], pathname)));

/** Addresses that lead a signed-in person to the dashboard. */
const entryPaths: readonly string[] = [paths.landing, paths.loading, paths.signInCallback];

/** The default for a page without first reads. */
const NoReads = () => null;

/** Loads the first page, and stores its first reads, while configuration and session are still loading. */
export async function preloadFirstPage(pathname: string, isSignedIn: boolean): Promise<void> {
  const isVisit = pathname === paths.landing && !isSignedIn;
  const page = isVisit
    ? landing
    : entryPaths.includes(pathname)
      ? signedInPages.dashboard
      : findPage(pathname)?.[1];
  if (!page || (page.guard !== 'everybody' && !isSignedIn)) return;
  const { FirstReads = NoReads } = await page.preload();
  if (page.guard !== 'everybody' && page.guard !== 'unregistered') firstReads.set(FirstReads);
}

const preloaded = createStore(() => new Set<string>());

/** Loads the page of a link when a person points at the link or moves the focus to it. */
function preloadOnIntent({ target }: Event): void {
  if (!(target instanceof Element)) return;
  // Loads the code early, so that no keystroke is lost when the page is drawn again.
  if (target.matches('input, select, textarea')) void loadRestoreTyped().catch(() => undefined);
  const link = target.closest('a');
  if (link?.origin !== window.location.origin) return;
  const [name, page] = findPage(link.pathname) ?? [];
  if (!name || !page || preloaded.current().has(name)) return;
  preloaded.current().add(name);
  // Opening the page tries again and shows the error.
  page.preload().catch(() => preloaded.current().delete(name));
}

/** Loads pages before they are visited: see {@link preloadOnIntent}. Use it once in the app. */
export function usePreloadOnIntent(): void {
  useEffect(() => {
    const intents = ['pointerover', 'focusin'] as const;
    for (const intent of intents) document.addEventListener(intent, preloadOnIntent);
    return () => {
      for (const intent of intents) document.removeEventListener(intent, preloadOnIntent);
    };
  }, []);
}

/** Redirects from the root of the business pages to the first one. */
function BusinessPages() {
  const { account } = useSession();
  return <Navigate to={account ? paths.businessDashboard : paths.businessPlan} replace />;
}

/** Redirects from an unknown address to the start page and shows a notice. */
function UnknownPage() {
  const { t } = useLingui();
  const words = t`We couldn’t find that page, so we brought you here.`;
  useEffect(() => showToast(words, 'failure'), [words]);
  return <Navigate to={paths.landing} replace />;
}

/** Removes punctuation from the end of the address, as links in letters may have it, if the result is a page. */
export function fixAddress(): void {
  const { pathname, search } = window.location;
  const meant = pathname.replace(/(%..|[^\w/])+$/, '');
  if (meant !== pathname && findPage(meant)) window.history.replaceState(null, '', meant + search);
}

/** The routes of the app, grouped by guard. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route
          path={paths.landing}
          element={
            <VisitorsOnly>
              <landing.Component />
            </VisitorsOnly>
          }
        />
        <Route path={paths.loading} element={<LoadingPage />} />
        <Route path={paths.error} element={<ErrorPage />} />
        {createRoutes('everybody')}
        <Route element={<UnregisteredOnly />}>{createRoutes('unregistered')}</Route>
        <Route element={<SignedInOnly />}>
          <Route element={<RegisteredOnly />}>
            {createRoutes('registered')}
            <Route element={<AcceptedOnly />}>
              {createRoutes('accepted')}
              <Route element={<StaffOnly access="government" />}>{createRoutes('government')}</Route>
              <Route element={<StaffOnly access="support" />}>{createRoutes('support')}</Route>
            </Route>
          </Route>
        </Route>
        <Route path={paths.businessApplications} element={<BusinessPages />} />
        <Route path="*" element={<UnknownPage />} />
      </Route>
    </Routes>
  );
}
