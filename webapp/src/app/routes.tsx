import { useLingui } from '@lingui/react/macro';
import { useEffect, type ComponentType } from 'react';
import { matchPath, Navigate, Route, Routes } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { lazyComponent } from '@/lib/lazyComponent';
import { paths } from '@/lib/paths';
import { withProgress } from '@/lib/progress/progress';
import { createStore } from '@/lib/store';
import { showToast } from '@/components/toasts/toasts';
import { loadRestoring } from './ForeignChangeBoundary';
import { ErrorPage } from './pages/ErrorPage';
import { Shell } from './shell/Shell';
import { signedInPart } from './signedInPart';
import { firstReads, type PageComponent } from './start/firstReads';
import { VisitorsOnly } from './start/VisitorsOnly';
import { loadTextsOf } from './texts';

type PathName = keyof typeof paths;
const LoadingPage = signedInPart((code) => code.LoadingPage);
const UnregisteredOnly = signedInPart((code) => code.UnregisteredOnly);
const SignedInOnly = signedInPart((code) => code.SignedInOnly);
const RegisteredOnly = signedInPart((code) => code.RegisteredOnly);
const AcceptedOnly = signedInPart((code) => code.AcceptedOnly);
const StaffOnly = signedInPart((code) => code.StaffOnly);

/** Access to a page. Each value admits fewer people than the one before, except `unregistered`. */
type Guard = 'everybody' | 'unregistered' | 'registered' | 'accepted' | 'government' | 'support';

interface Page {
  guard: Guard;
  Component: ComponentType;
  /** Loads the page and its texts before it is shown; later calls use the loaded ones. */
  preload: () => Promise<PageComponent>;
  /** The addresses below the page's own that show a part of it. */
  parts: readonly PathName[];
}

/** Creates a page that is loaded with its feature's texts when it is first shown or a link to it is used. */
function page(
  guard: Guard,
  feature: string,
  load: () => Promise<{ default: PageComponent }>,
  parts: readonly PathName[] = [],
): Page {
  const preload = async () => (await Promise.all([load(), loadTextsOf(feature)]))[0].default;
  const Component = lazyComponent(() => withProgress(preload));
  return { guard, Component, preload, parts };
}

const landing = page('everybody', 'landing', () => import('@/features/landing/LandingPage'));

/** The services, the guides, and the pages of the footer, in one script. */
const publicPage = () => import('@/features/services/PublicPage');

/** The pages behind the landing page, each with its guard, feature and module. */
const pages = {
  signInCallback: page('everybody', 'signin', () => import('@/features/signin/SignInCallbackPage')),
  businessPlan: page('everybody', 'plan', () => import('@/features/plan/BusinessPlanPage')),
  searchExisting: page('everybody', 'names', () => import('@/features/names/SearchExistingPage')),
  company: page('everybody', 'names', () => import('@/features/names/CompanyPage')),
  decideYourName: page('everybody', 'names', () => import('@/features/names/DecideYourNamePage')),
  costEstimator: page('everybody', 'costs', () => import('@/features/costs/CostEstimatorPage')),
  planResources: page('everybody', 'resources', () => import('@/features/resources/PlanResourcesPage')),
  services: page('everybody', 'services', publicPage, ['service']),
  guide: page('everybody', 'services', publicPage),
  contact: page('everybody', 'services', publicPage),
  accessibility: page('everybody', 'services', publicPage),
  privacy: page('everybody', 'privacy', () => import('@/features/privacy/PrivacyPage')),
  terms: page('everybody', 'profile', () => import('@/features/profile/PublicTermsPage')),
  termsDeclined: page('everybody', 'profile', () => import('@/features/profile/TermsDeclinedPage')),
  unsubscribe: page('everybody', 'profile', () => import('@/features/profile/UnsubscribePage')),
  register: page('unregistered', 'registration', () => import('@/features/registration/RegisterPage')),
  registerIdentification: page(
    'unregistered',
    'registration',
    () => import('@/features/registration/IdentificationPage'),
  ),
  termsAndConditions: page('registered', 'profile', () => import('@/features/profile/TermsPage')),
  contactPreferences: page('registered', 'profile', () => import('@/features/profile/ContactPage')),
  accessLog: page('accepted', 'accesslog', () => import('@/features/accesslog/AccessLogPage')),
  governmentSearch: page(
    'government',
    'userservices',
    () => import('@/features/userservices/GovernmentSearchPage'),
  ),
  adminUserServices: page(
    'support',
    'userservices',
    () => import('@/features/userservices/UserServicesPage'),
    ['supportQuestions'],
  ),
  userRecord: page('support', 'userservices', () => import('@/features/userservices/PersonPage')),
  dashboard: page('accepted', 'dashboard', () => import('@/features/dashboard/DashboardPage')),
  agencyAccounts: page(
    'accepted',
    'agencyaccounts',
    () => import('@/features/agencyaccounts/AgencyAccountsPage'),
  ),
  agencyAccount: page(
    'accepted',
    'agencyaccounts',
    () => import('@/features/agencyaccounts/AgencyAccountPage'),
  ),
  connections: page('accepted', 'connections', () => import('@/features/connections/ConnectionsPage')),
  connect: page('accepted', 'connections', () => import('@/features/connections/ConnectPage')),
  messages: page('accepted', 'messages', () => import('@/features/messages/MessagesPage'), [
    'messageOfAll',
    'portalMessages',
    'portalMessage',
    'serviceMessages',
    'serviceMessage',
    'messageTrash',
    'trashedMessage',
  ]),
  transactions: page('accepted', 'transactions', () => import('@/features/transactions/TransactionsPage'), [
    'transaction',
  ]),
  addressBook: page('accepted', 'addressbook', () => import('@/features/addressbook/AddressBookPage')),
  newAddress: page('accepted', 'addressbook', () => import('@/features/addressbook/NewAddressPage')),
  address: page('accepted', 'addressbook', () => import('@/features/addressbook/AddressPage')),
  addressToAgencies: page(
    'accepted',
    'addressbook',
    () => import('@/features/addressbook/AddressToAgenciesPage'),
  ),
  businessDashboard: page(
    'accepted',
    'applications',
    () => import('@/features/applications/BusinessDashboardPage'),
  ),
  newBusiness: page('accepted', 'businesses', () => import('@/features/businesses/NewBusinessPage')),
  business: page('accepted', 'businesses', () => import('@/features/businesses/BusinessPage')),
  invitation: page('accepted', 'businesses', () => import('@/features/businesses/InvitationPage')),
  newApplication: page(
    'accepted',
    'applications',
    () => import('@/features/applications/NewApplicationPage'),
  ),
  application: page('accepted', 'applications', () => import('@/features/applications/ApplicationPage')),
  enhancedAuthentication: page(
    'accepted',
    'authentication',
    () => import('@/features/authentication/EnhancedAuthenticationPage'),
  ),
  faceInfo: page('accepted', 'authentication', () => import('@/features/authentication/FaceInfoPage')),
  camera: page('accepted', 'authentication', () => import('@/features/authentication/CameraPage')),
  creditBureau: page('accepted', 'authentication', () => import('@/features/authentication/QuizPage')),
  eidResponse: page('accepted', 'authentication', () => import('@/features/authentication/EidResponsePage')),
  eid: page('accepted', 'authentication', () => import('@/features/authentication/SignOutPage')),
  midResponse: page('accepted', 'authentication', () => import('@/features/authentication/WalletPage')),
  mid: page('accepted', 'authentication', () => import('@/features/authentication/SignOutPage')),
} satisfies Partial<Record<PathName, Page>>;

const entries = Object.entries(pages) as [PathName, Page][];

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

/** Loads the first page, and names what it reads, while configuration and session are still loading. */
export async function preloadFirstPage(pathname: string, isSignedIn: boolean): Promise<void> {
  const isVisit = pathname === paths.landing && !isSignedIn;
  const page = isVisit ? landing : waysIn.includes(pathname) ? pages.dashboard : pageAt(pathname)?.[1];
  if (!page || (page.guard !== 'everybody' && !isSignedIn)) return;
  const { firstReads: reads = [] } = await page.preload();
  if (page.guard !== 'everybody') firstReads.set(reads);
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
