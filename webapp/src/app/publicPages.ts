import { createPage, type Page, type PathName } from './page';

/** Loads the services and the pages of the footer, in one script. */
const loadPublicPage = () => import('@/features/services/PublicPage');

const loadPublicProfile = () => import('@/features/profile/publicPages');

/** The pages that everybody may open, each with its feature and module. */
export const publicPages = {
  landing: createPage('everybody', 'landing', () => import('@/features/landing/LandingPage')),
  signInCallback: createPage('everybody', 'signin', () => import('@/features/signin/SignInCallbackPage')),
  businessPlan: createPage('everybody', 'plan', () => import('@/features/plan/BusinessPlanPage')),
  searchExisting: createPage('everybody', 'names', () => import('@/features/names/SearchExistingPage')),
  company: createPage('everybody', 'names', () => import('@/features/names/CompanyPage')),
  decideYourName: createPage('everybody', 'names', () => import('@/features/names/DecideYourNamePage')),
  costEstimator: createPage('everybody', 'costs', () => import('@/features/costs/CostEstimatorPage')),
  planResources: createPage('everybody', 'resources', () => import('@/features/resources/PlanResourcesPage')),
  services: createPage('everybody', 'services', loadPublicPage),
  service: createPage('everybody', 'services', () => import('@/features/services/ServicePage')),
  guide: createPage('everybody', 'services', () => import('@/features/services/GuidePage')),
  contact: createPage('everybody', 'services', loadPublicPage),
  accessibility: createPage('everybody', 'services', loadPublicPage),
  privacy: createPage('everybody', 'privacy', () => import('@/features/privacy/PrivacyPage')),
  terms: createPage('everybody', 'profile', loadPublicProfile, 'PublicTermsPage'),
  termsDeclined: createPage('everybody', 'profile', loadPublicProfile, 'TermsDeclinedPage'),
  unsubscribe: createPage('everybody', 'profile', () => import('@/features/profile/UnsubscribePage')),
} satisfies Partial<Record<PathName, Page>>;
