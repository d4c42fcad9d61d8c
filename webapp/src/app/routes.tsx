import type { ComponentType } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { lazyComponent } from '@/lib/lazyComponent';
import { paths } from '@/lib/paths';
import { withProgress } from '@/lib/progress/progress';
import { LandingPage } from '@/features/landing/LandingPage';
import { ErrorPage } from './pages/ErrorPage';
import { LoadingPage } from './pages/LoadingPage';
import { NotOpenPage } from './pages/NotOpenPage';
import { SignInCallbackPage } from './pages/SignInCallbackPage';
import { Shell } from './shell/Shell';
import {
  AcceptedOnly,
  GroupsOnly,
  RegisteredOnly,
  SignedInOnly,
  UnregisteredOnly,
  VisitorsOnly,
} from './start/guards';
import { loadTextsOf } from './texts';

/** A page that is loaded, together with its feature's texts, when it is first shown. */
function lazyPage(feature: string, load: () => Promise<ComponentType>) {
  return lazyComponent(async () => {
    const [component] = await withProgress(() => Promise.all([load(), loadTextsOf(feature)]));
    return component;
  });
}

const DashboardPage = lazyPage(
  'dashboard',
  async () => (await import('@/features/dashboard/DashboardPage')).DashboardPage,
);
const ConnectionsPage = lazyPage(
  'connections',
  async () => (await import('@/features/connections/ConnectionsPage')).ConnectionsPage,
);
const ConnectPage = lazyPage(
  'connections',
  async () => (await import('@/features/connections/ConnectPage')).ConnectPage,
);
const RegisterPage = lazyPage(
  'registration',
  async () => (await import('@/features/registration/RegisterPage')).RegisterPage,
);
const IdentificationPage = lazyPage(
  'registration',
  async () => (await import('@/features/registration/IdentificationPage')).IdentificationPage,
);
const TermsPage = lazyPage('profile', async () => (await import('@/features/profile/TermsPage')).TermsPage);
const ContactPage = lazyPage(
  'profile',
  async () => (await import('@/features/profile/ContactPage')).ContactPage,
);
const TransactionsPage = lazyPage(
  'transactions',
  async () => (await import('@/features/transactions/TransactionsPage')).TransactionsPage,
);
const AddressBookPage = lazyPage(
  'addressbook',
  async () => (await import('@/features/addressbook/AddressBookPage')).AddressBookPage,
);
const NewAddressPage = lazyPage(
  'addressbook',
  async () => (await import('@/features/addressbook/NewAddressPage')).NewAddressPage,
);
const AddressPage = lazyPage(
  'addressbook',
  async () => (await import('@/features/addressbook/AddressPage')).AddressPage,
);
const AddressToAgenciesPage = lazyPage(
  'addressbook',
  async () => (await import('@/features/addressbook/AddressToAgenciesPage')).AddressToAgenciesPage,
);

const MessagesPage = lazyPage(
  'messages',
  async () => (await import('@/features/messages/MessagesPage')).MessagesPage,
);

const PrivacyPage = lazyPage(
  'privacy',
  async () => (await import('@/features/privacy/PrivacyPage')).PrivacyPage,
);
const PublicTermsPage = lazyPage(
  'profile',
  async () => (await import('@/features/profile/PublicTermsPage')).PublicTermsPage,
);
const TermsDeclinedPage = lazyPage(
  'profile',
  async () => (await import('@/features/profile/TermsDeclinedPage')).TermsDeclinedPage,
);
const UnsubscribePage = lazyPage(
  'profile',
  async () => (await import('@/features/profile/UnsubscribePage')).UnsubscribePage,
);
const BusinessPlanPage = lazyPage(
  'businessplan',
  async () => (await import('@/features/businessplan/BusinessPlanPage')).BusinessPlanPage,
);
const SearchExistingPage = lazyPage(
  'businessplan',
  async () => (await import('@/features/businessplan/SearchExistingPage')).SearchExistingPage,
);
const DecideYourNamePage = lazyPage(
  'businessplan',
  async () => (await import('@/features/businessplan/DecideYourNamePage')).DecideYourNamePage,
);
const PlanResourcesPage = lazyPage(
  'businessplan',
  async () => (await import('@/features/businessplan/PlanResourcesPage')).PlanResourcesPage,
);
const CostEstimatorPage = lazyPage(
  'businessplan',
  async () => (await import('@/features/businessplan/CostEstimatorPage')).CostEstimatorPage,
);

const AgencyAccountsPage = lazyPage(
  'agencyaccounts',
  async () => (await import('@/features/agencyaccounts/AgencyAccountsPage')).AgencyAccountsPage,
);
const AgencyAccountPage = lazyPage(
  'agencyaccounts',
  async () => (await import('@/features/agencyaccounts/AgencyAccountPage')).AgencyAccountPage,
);
const BusinessDashboardPage = lazyPage(
  'applications',
  async () => (await import('@/features/applications/BusinessDashboardPage')).BusinessDashboardPage,
);
const NewApplicationPage = lazyPage(
  'applications',
  async () => (await import('@/features/applications/NewApplicationPage')).NewApplicationPage,
);
const ApplicationPage = lazyPage(
  'applications',
  async () => (await import('@/features/applications/ApplicationPage')).ApplicationPage,
);
const NewBusinessPage = lazyPage(
  'businesses',
  async () => (await import('@/features/businesses/NewBusinessPage')).NewBusinessPage,
);
const BusinessPage = lazyPage(
  'businesses',
  async () => (await import('@/features/businesses/BusinessPage')).BusinessPage,
);
const InvitationPage = lazyPage(
  'businesses',
  async () => (await import('@/features/businesses/InvitationPage')).InvitationPage,
);

const EnhancedAuthenticationPage = lazyPage(
  'authentication',
  async () =>
    (await import('@/features/authentication/EnhancedAuthenticationPage')).EnhancedAuthenticationPage,
);
const FaceInfoPage = lazyPage(
  'authentication',
  async () => (await import('@/features/authentication/FaceInfoPage')).FaceInfoPage,
);
const EidResponsePage = lazyPage(
  'authentication',
  async () => (await import('@/features/authentication/EidResponsePage')).EidResponsePage,
);
const AuthenticationSignOutPage = lazyPage(
  'authentication',
  async () => (await import('@/features/authentication/SignOutPage')).SignOutPage,
);

/** Every page of the app and who may see it. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route
          path={paths.landing}
          element={
            <VisitorsOnly>
              <LandingPage />
            </VisitorsOnly>
          }
        />
        <Route path={paths.loading} element={<LoadingPage />} />
        <Route path={paths.error} element={<ErrorPage />} />
        <Route path={paths.signInCallback} element={<SignInCallbackPage />} />
        <Route path={paths.businessPlan} element={<BusinessPlanPage />} />
        <Route path={paths.searchExisting} element={<SearchExistingPage />} />
        <Route path={paths.decideYourName} element={<DecideYourNamePage />} />
        <Route path={paths.costEstimator} element={<CostEstimatorPage />} />
        <Route path={paths.planResources} element={<PlanResourcesPage />} />
        <Route path={paths.privacy} element={<PrivacyPage />} />
        <Route path={paths.terms} element={<PublicTermsPage />} />
        <Route path={paths.termsDeclined} element={<TermsDeclinedPage />} />
        <Route path={paths.unsubscribe} element={<UnsubscribePage />} />
        <Route element={<UnregisteredOnly />}>
          <Route path={paths.register} element={<RegisterPage />} />
          <Route path={paths.registerIdentification} element={<IdentificationPage />} />
        </Route>
        <Route element={<SignedInOnly />}>
          <Route element={<RegisteredOnly />}>
            <Route path={paths.profile} element={<Navigate to={paths.contactPreferences} replace />} />
            <Route path={paths.termsAndConditions} element={<TermsPage />} />
            <Route path={paths.contactPreferences} element={<ContactPage />} />
            <Route element={<AcceptedOnly />}>
              <Route path={paths.dashboard} element={<DashboardPage />} />
              <Route path={paths.agencyAccounts} element={<AgencyAccountsPage />} />
              <Route path={paths.agencyAccount} element={<AgencyAccountPage />} />
              <Route path={paths.connections} element={<ConnectionsPage />} />
              <Route path={paths.connect} element={<ConnectPage />} />
              <Route path={paths.messages} element={<MessagesPage />}>
                <Route path={paths.portalMessages} element={null} />
                <Route path={paths.portalMessage} element={null} />
                <Route path={paths.serviceMessages} element={null} />
                <Route path={paths.serviceMessage} element={null} />
                <Route path={paths.messageBin} element={null} />
                <Route path={paths.binnedMessage} element={null} />
              </Route>
              <Route path={paths.transactions} element={<TransactionsPage />}>
                <Route path={paths.transaction} element={null} />
              </Route>
              <Route path={paths.addressBook} element={<AddressBookPage />} />
              <Route path={paths.newAddress} element={<NewAddressPage />} />
              <Route path={paths.address} element={<AddressPage />} />
              <Route path={paths.addressToAgencies} element={<AddressToAgenciesPage />} />
              <Route path={paths.businessDashboard} element={<BusinessDashboardPage />} />
              <Route path={paths.newBusiness} element={<NewBusinessPage />} />
              <Route path={paths.business} element={<BusinessPage />} />
              <Route path={paths.invitation} element={<InvitationPage />} />
              <Route path={paths.newApplication} element={<NewApplicationPage />} />
              <Route path={paths.application} element={<ApplicationPage />} />
              <Route path={paths.enhancedAuthentication} element={<EnhancedAuthenticationPage />} />
              <Route path={paths.faceInfo} element={<FaceInfoPage />} />
              <Route path={paths.eidResponse} element={<EidResponsePage />} />
              <Route path={paths.eid} element={<AuthenticationSignOutPage />} />
              <Route path={paths.mid} element={<AuthenticationSignOutPage />} />
              <Route element={<GroupsOnly groups={['government', 'support', 'admin']} />}>
                <Route path={paths.governmentSearch} element={<NotOpenPage service="governmentSearch" />} />
              </Route>
              <Route element={<GroupsOnly groups={['support', 'admin']} />}>
                <Route path={paths.adminUserServices} element={<NotOpenPage service="userServices" />} />
              </Route>
            </Route>
          </Route>
        </Route>
        <Route path="*" element={<Navigate to={paths.landing} replace />} />
      </Route>
    </Routes>
  );
}
