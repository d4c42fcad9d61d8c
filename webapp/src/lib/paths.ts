import { matchPath } from 'react-router';

/** Every address of the app. */
export const paths = {
  landing: '/',
  loading: '/loading',
  error: '/error',
  signInCallback: '/signin-callback',
  services: '/services',
  service: '/services/:id',
  guide: '/guides/:id',
  accessibility: '/accessibility',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  termsDeclined: '/terms/declined',
  unsubscribe: '/unsubscribe',
  businessApplications: '/businessapplications',
  businessPlan: '/businessapplications/plan',
  searchExisting: '/businessapplications/plan/searchexisting',
  company: '/businessapplications/plan/searchexisting/:id',
  decideYourName: '/businessapplications/plan/decideyourname',
  costEstimator: '/businessapplications/plan/costestimator',
  planResources: '/businessapplications/plan/resources',
  businessDashboard: '/businessapplications/dashboard',
  newBusiness: '/businessapplications/businesses/new',
  business: '/businessapplications/businesses/:id',
  invitation: '/businessapplications/invitation',
  newApplication: '/businessapplications/applications/new',
  application: '/businessapplications/applications/:id',
  agencyAccounts: '/businessapplications/accounts',
  agencyAccount: '/businessapplications/accounts/:agencyId',
  dashboard: '/dashboard',
  connections: '/connections',
  connect: '/connections/:serviceId',
  register: '/register',
  registerIdentification: '/register/identification',
  account: '/profile',
  termsAndConditions: '/profile/termsandconditions',
  contactPreferences: '/profile/contact',
  accessLog: '/profile/access',
  messages: '/messages',
  messageOfAll: '/messages/all/:id',
  portalMessages: '/messages/portal',
  portalMessage: '/messages/portal/:id',
  serviceMessages: '/messages/service/:serviceId',
  serviceMessage: '/messages/service/:serviceId/:id',
  messageTrash: '/messages/bin',
  trashedMessage: '/messages/bin/:id',
  transactions: '/transactions',
  transaction: '/transactions/:id',
  addressBook: '/addressbook',
  newAddress: '/addressbook/new',
  address: '/addressbook/:id',
  addressToAgencies: '/addressbook/:id/agencies',
  enhancedAuthentication: '/enhancedauthentication',
  faceInfo: '/enhancedauthentication/face/v2/info',
  camera: '/enhancedauthentication/face/camera',
  creditBureau: '/enhancedauthentication/creditbureau',
  eid: '/enhancedauthentication/eid',
  eidResponse: '/enhancedauthentication/eid/response',
  mid: '/enhancedauthentication/mid',
  midResponse: '/enhancedauthentication/mid/response',
  governmentSearch: '/governmentsearch',
  adminUserServices: '/adminuserservices',
  supportQuestions: '/adminuserservices/questions/:id?/:question?',
  userRecord: '/adminuserservices/:id',
} as const;

/** Steps of a sign-in or sign-out, which are no addresses to return to. */
const excludedPaths: readonly string[] = [
  paths.landing,
  paths.loading,
  paths.error,
  paths.signInCallback,
  paths.termsDeclined,
  paths.camera,
  paths.creditBureau,
  paths.eid,
  paths.eidResponse,
  paths.mid,
  paths.midResponse,
  // The browser must not store which record staff had open.
  paths.userRecord,
  paths.supportQuestions,
];

/** The pages that a person can return to. */
export const destinations: readonly string[] = Object.values(paths).filter(
  (path) => !excludedPaths.includes(path),
);

/** Returns true if the pathname is a page of this app that a person can return to. */
export function isDestination(pathname: string): boolean {
  return destinations.some((path) => matchPath(path, pathname) !== null);
}
