import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { matchPath, Navigate, Route, Routes } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { paths } from '@/lib/paths';
import { createStore } from '@/lib/store';
import { showToast } from '@/components/toasts/toasts';
import { loadRestoring } from './ForeignChangeBoundary';
import { ErrorPage } from './pages/ErrorPage';
import type { Guard, Page, PathName } from './page';
import { publicPages } from './publicPages';
import { Shell } from './shell/Shell';
import { signedInPages } from './signedInPages';
import { signedInPart } from './signedInPart';
import { firstReads } from './start/firstReads';
import { VisitorsOnly } from './start/VisitorsOnly';

const LoadingPage = signedInPart((code) => code.LoadingPage);
const UnregisteredOnly = signedInPart((code) => code.UnregisteredOnly);
const SignedInOnly = signedInPart((code) => code.SignedInOnly);
const RegisteredOnly = signedInPart((code) => code.RegisteredOnly);
const AcceptedOnly = signedInPart((code) => code.AcceptedOnly);
const StaffOnly = signedInPart((code) => code.StaffOnly);

const { landing, ...otherPublicPages } = publicPages;

const entries = Object.entries({ ...otherPublicPages, ...signedInPages }) as [PathName, Page][];

const routesFor = (guard: Guard) =>
  entries
    .filter(([, page]) => page.guard === guard)
    .map(([name, { Component, parts }]) => (
      <Route key={name} path={paths[name]} element={<Component />}>
        {parts.map((part) => (
          <Route key={part} path={paths[part]} element={null} />
        ))}
      </Route>
    ));

/** The page of an address, and of its parts. */
const pageAt = (pathname: string) =>
  entries.find(([name, { parts }]) => [name, ...parts].some((each) => matchPath(paths[each], pathname)));

/** Addresses that lead a signed-in person to the dashboard. */
const waysIn: readonly string[] = [paths.landing, paths.loading, paths.signInCallback];

/** Stands for the reads of a page that names none. */
const NoReads = () => null;

/** Loads the first page, and names what it reads, while configuration and session are still loading. */
export async function preloadFirstPage(pathname: string, isSignedIn: boolean): Promise<void> {
  const isVisit = pathname === paths.landing && !isSignedIn;
  const page = isVisit
    ? landing
    : waysIn.includes(pathname)
      ? signedInPages.dashboard
      : pageAt(pathname)?.[1];
  if (!page || (page.guard !== 'everybody' && !isSignedIn)) return;
  const { FirstReads = NoReads } = await page.preload();
  if (page.guard !== 'everybody' && page.guard !== 'unregistered') firstReads.set(FirstReads);
}

const preloaded = createStore(() => new Set<string>());

/** Loads the page that a link leads to as soon as somebody points at it or reaches it with the keyboard. */
function preloadOnIntent({ target }: Event): void {
  if (!(target instanceof Element)) return;
  // At hand when the page must be drawn anew, so that no key is lost.
  if (target.matches('input, select, textarea')) void loadRestoring().catch(() => undefined);
  const link = target.closest('a');
  if (link?.origin !== window.location.origin) return;
  const [name, page] = pageAt(link.pathname) ?? [];
  if (!name || !page || preloaded.current().has(name)) return;
  preloaded.current().add(name);
  // A failure is ignored here: loading is tried again, and the error shown, when the page is opened.
  page.preload().catch(() => preloaded.current().delete(name));
}

/** Loads pages ahead of the visit: see {@link preloadOnIntent}. For the app, once. */
export function usePreloadOnIntent(): void {
  useEffect(() => {
    const intents = ['pointerover', 'focusin'] as const;
    for (const intent of intents) document.addEventListener(intent, preloadOnIntent);
    return () => {
      for (const intent of intents) document.removeEventListener(intent, preloadOnIntent);
    };
  }, []);
}

/** Takes everybody from the root of the business pages to the first of theirs. */
function BusinessPages() {
  const { account } = useSession();
  return <Navigate to={account ? paths.businessDashboard : paths.businessPlan} replace />;
}

/** Takes everybody from an address that does not exist to the start, and says so. */
function UnknownPage() {
  const { t } = useLingui();
  const words = t`We couldn’t find that page, so we brought you here.`;
  useEffect(() => showToast(words, 'failure'), [words]);
  return <Navigate to={paths.landing} replace />;
}

/** Drops the punctuation that came with the address from a letter, if it has a page without it. */
export function correctAddress(): void {
  const { pathname, search } = window.location;
  const meant = pathname.replace(/(%..|[^\w/])+$/, '');
  if (meant !== pathname && pageAt(meant)) window.history.replaceState(null, '', meant + search);
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
        {routesFor('everybody')}
        <Route element={<UnregisteredOnly />}>{routesFor('unregistered')}</Route>
        <Route element={<SignedInOnly />}>
          <Route element={<RegisteredOnly />}>
            <Route path={paths.profile} element={<Navigate to={paths.contactPreferences} replace />} />
            {routesFor('registered')}
            <Route element={<AcceptedOnly />}>
              {routesFor('accepted')}
              <Route element={<StaffOnly access="government" />}>{routesFor('government')}</Route>
              <Route element={<StaffOnly access="support" />}>{routesFor('support')}</Route>
            </Route>
          </Route>
        </Route>
        <Route path={paths.businessApplications} element={<BusinessPages />} />
        <Route path="*" element={<UnknownPage />} />
      </Route>
    </Routes>
  );
}
