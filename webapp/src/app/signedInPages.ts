import { page, type Page, type PathName } from './page';

const addressbook = () => import('@/features/addressbook/pages');
const agencyaccounts = () => import('@/features/agencyaccounts/pages');
const registration = () => import('@/features/registration/pages');
const connections = () => import('@/features/connections/pages');
const businesses = () => import('@/features/businesses/pages');
const authentication = () => import('@/features/authentication/pages');
const profile = () => import('@/features/profile/pages');

/** The pages that only signed-in people may open, each with its guard, feature and module. */
export const signedInPages = {
  register: page('unregistered', 'registration', registration, 'RegisterPage'),
  registerIdentification: page('unregistered', 'registration', registration, 'IdentificationPage'),
  termsAndConditions: page('registered', 'profile', profile, 'TermsPage'),
  contactPreferences: page('registered', 'profile', profile, 'ContactPage'),
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
    'default',
    ['supportQuestions'],
  ),
  userRecord: page('support', 'userservices', () => import('@/features/userservices/PersonPage')),
  dashboard: page('accepted', 'dashboard', () => import('@/features/dashboard/DashboardPage')),
  agencyAccounts: page('accepted', 'agencyaccounts', agencyaccounts, 'AgencyAccountsPage'),
  agencyAccount: page('accepted', 'agencyaccounts', agencyaccounts, 'AgencyAccountPage'),
  connections: page('accepted', 'connections', connections, 'ConnectionsPage'),
  connect: page('accepted', 'connections', connections, 'ConnectPage'),
  messages: page('accepted', 'messages', () => import('@/features/messages/MessagesPage'), 'default', [
    'messageOfAll',
    'portalMessages',
    'portalMessage',
    'serviceMessages',
    'serviceMessage',
    'messageTrash',
    'trashedMessage',
  ]),
  transactions: page(
    'accepted',
    'transactions',
    () => import('@/features/transactions/TransactionsPage'),
    'default',
    ['transaction'],
  ),
  addressBook: page('accepted', 'addressbook', addressbook, 'AddressBookPage'),
  newAddress: page('accepted', 'addressbook', addressbook, 'NewAddressPage'),
  address: page('accepted', 'addressbook', addressbook, 'AddressPage'),
  addressToAgencies: page('accepted', 'addressbook', addressbook, 'AddressToAgenciesPage'),
  businessDashboard: page(
    'accepted',
    'applications',
    () => import('@/features/applications/BusinessDashboardPage'),
  ),
  newBusiness: page('accepted', 'businesses', businesses, 'NewBusinessPage'),
  business: page('accepted', 'businesses', businesses, 'BusinessPage'),
  invitation: page('accepted', 'businesses', businesses, 'InvitationPage'),
  newApplication: page(
    'accepted',
    'applications',
    () => import('@/features/applications/NewApplicationPage'),
  ),
  application: page('accepted', 'applications', () => import('@/features/applications/ApplicationPage')),
  enhancedAuthentication: page('accepted', 'authentication', authentication, 'EnhancedAuthenticationPage'),
  faceInfo: page('accepted', 'authentication', authentication, 'FaceInfoPage'),
  camera: page('accepted', 'authentication', authentication, 'CameraPage'),
  creditBureau: page('accepted', 'authentication', authentication, 'QuizPage'),
  eidResponse: page('accepted', 'authentication', authentication, 'EidResponsePage'),
  eid: page('accepted', 'authentication', authentication, 'SignOutPage'),
  midResponse: page('accepted', 'authentication', () => import('@/features/authentication/WalletPage')),
  mid: page('accepted', 'authentication', authentication, 'SignOutPage'),
} satisfies Partial<Record<PathName, Page>>;
