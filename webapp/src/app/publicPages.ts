import { page, type Page, type PathName } from './page';

/** The services and the pages of the footer, in one script. */
const publicPage = () => import('@/features/services/PublicPage');

const publicProfile = () => import('@/features/profile/publicPages');

/** The pages that everybody may open, each with its feature and module. */
export const publicPages = {
  landing: page('everybody', 'landing', () => import('@/features/landing/LandingPage')),
  signInCallback: page('everybody', 'signin', () => import('@/features/signin/SignInCallbackPage')),
  businessPlan: page('everybody', 'plan', () => import('@/features/plan/BusinessPlanPage')),
  searchExisting: page('everybody', 'names', () => import('@/features/names/SearchExistingPage')),
  company: page('everybody', 'names', () => import('@/features/names/CompanyPage')),
  decideYourName: page('everybody', 'names', () => import('@/features/names/DecideYourNamePage')),
  costEstimator: page('everybody', 'costs', () => import('@/features/costs/CostEstimatorPage')),
  planResources: page('everybody', 'resources', () => import('@/features/resources/PlanResourcesPage')),
  services: page('everybody', 'services', publicPage),
  service: page('everybody', 'services', () => import('@/features/services/ServicePage')),
  guide: page('everybody', 'services', () => import('@/features/services/GuidePage')),
  contact: page('everybody', 'services', publicPage),
  accessibility: page('everybody', 'services', publicPage),
  privacy: page('everybody', 'privacy', () => import('@/features/privacy/PrivacyPage')),
  terms: page('everybody', 'profile', publicProfile, 'PublicTermsPage'),
  termsDeclined: page('everybody', 'profile', publicProfile, 'TermsDeclinedPage'),
  unsubscribe: page('everybody', 'profile', () => import('@/features/profile/UnsubscribePage')),
} satisfies Partial<Record<PathName, Page>>;
