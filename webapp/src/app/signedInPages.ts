import { createPage, type Page, type PathName } from './page';

const loadAddressBook = () => import('@/features/addressbook/pages');
const loadAgencyAccounts = () => import('@/features/agencyaccounts/pages');
const loadRegistration = () => import('@/features/registration/pages');
const loadConnections = () => import('@/features/connections/pages');
const loadBusinesses = () => import('@/features/businesses/pages');
const loadAuthentication = () => import('@/features/authentication/pages');
const loadProfile = () => import('@/features/profile/pages');

/** The pages that only signed-in people may open, each with its guard, feature and module. */
export const signedInPages = {
  register: createPage('unregistered', 'registration', loadRegistration, 'RegisterPage'),
  registerIdentification: createPage('unregistered', 'registration', loadRegistration, 'IdentificationPage'),
  account: createPage('accepted', 'account', () => import('@/features/account/AccountPage')),
  termsAndConditions: createPage('registered', 'profile', loadProfile, 'TermsPage'),
  contactPreferences: createPage('registered', 'profile', loadProfile, 'ContactPage'),
  accessLog: createPage('accepted', 'accesslog', () => import('@/features/accesslog/AccessLogPage')),
  governmentSearch: createPage(
    'government',
    'userservices',
    () => import('@/features/userservices/GovernmentSearchPage'),
  ),
  adminUserServices: createPage(
    'support',
    'userservices',
    () => import('@/features/userservices/UserServicesPage'),
    'default',
    ['supportQuestions'],
  ),
  userRecord: createPage('support', 'userservices', () => import('@/features/userservices/PersonPage')),
  dashboard: createPage('accepted', 'dashboard', () => import('@/features/dashboard/DashboardPage')),
  agencyAccounts: createPage('accepted', 'agencyaccounts', loadAgencyAccounts, 'AgencyAccountsPage'),
  agencyAccount: createPage('accepted', 'agencyaccounts', loadAgencyAccounts, 'AgencyAccountPage'),
  connections: createPage('accepted', 'connections', loadConnections, 'ConnectionsPage'),
  connect: createPage('accepted', 'connections', loadConnections, 'ConnectPage'),
  messages: createPage('accepted', 'messages', () => import('@/features/messages/MessagesPage'), 'default', [
    'messageOfAll',
    'portalMessages',
    'portalMessage',
    'serviceMessages',
    'serviceMessage',
    'messageTrash',
    'trashedMessage',
  ]),
  transactions: createPage(
    'accepted',
    'transactions',
    () => import('@/features/transactions/TransactionsPage'),
    'default',
    ['transaction'],
  ),
  addressBook: createPage('accepted', 'addressbook', loadAddressBook, 'AddressBookPage'),
  newAddress: createPage('accepted', 'addressbook', loadAddressBook, 'NewAddressPage'),
  address: createPage('accepted', 'addressbook', loadAddressBook, 'AddressPage'),
  addressToAgencies: createPage('accepted', 'addressbook', loadAddressBook, 'AddressToAgenciesPage'),
  businessDashboard: createPage(
    'accepted',
    'applications',
    () => import('@/features/applications/BusinessDashboardPage'),
  ),
  newBusiness: createPage('accepted', 'businesses', loadBusinesses, 'NewBusinessPage'),
  business: createPage('accepted', 'businesses', loadBusinesses, 'BusinessPage'),
  invitation: createPage('accepted', 'businesses', loadBusinesses, 'InvitationPage'),
  newApplication: createPage(
    'accepted',
    'applications',
    () => import('@/features/applications/NewApplicationPage'),
  ),
  application: createPage(
    'accepted',
    'applications',
    () => import('@/features/applications/ApplicationPage'),
  ),
  enhancedAuthentication: createPage(
    'accepted',
    'authentication',
    loadAuthentication,
    'EnhancedAuthenticationPage',
  ),
  faceInfo: createPage('accepted', 'authentication', loadAuthentication, 'FaceInfoPage'),
  camera: createPage('accepted', 'authentication', loadAuthentication, 'CameraPage'),
  creditBureau: createPage('accepted', 'authentication', loadAuthentication, 'QuizPage'),
  eidResponse: createPage('accepted', 'authentication', loadAuthentication, 'EidResponsePage'),
  eid: createPage('accepted', 'authentication', loadAuthentication, 'SignOutPage'),
  midResponse: createPage('accepted', 'authentication', () => import('@/features/authentication/WalletPage')),
  mid: createPage('accepted', 'authentication', loadAuthentication, 'SignOutPage'),
} satisfies Partial<Record<PathName, Page>>;
