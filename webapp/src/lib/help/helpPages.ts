import { matchPath } from 'react-router';
import type { Configuration } from '../config/configuration';
import type { Language } from '../i18n/language';
import { paths } from '../paths';

/** The name of the help page of every page of the app. */
export const helpPages: Record<keyof typeof paths, string> = {
  landing: 'landing',
  loading: 'signin',
  error: 'errors',
  signInCallback: 'signin',
  services: 'services',
  service: 'services',
  guide: 'services',
  accessibility: 'landing',
  contact: 'landing',
  privacy: 'privacy',
  terms: 'terms',
  termsDeclined: 'terms',
  unsubscribe: 'unsubscribe',
  businessApplications: 'businessplan',
  businessPlan: 'businessplan',
  searchExisting: 'businessnames',
  company: 'businessnames',
  decideYourName: 'businessnames',
  costEstimator: 'costestimator',
  planResources: 'businessplan',
  businessDashboard: 'businesses',
  newBusiness: 'businesses',
  business: 'businesses',
  invitation: 'businesses',
  newApplication: 'applications',
  application: 'applications',
  agencyAccounts: 'agencyaccounts',
  agencyAccount: 'agencyaccounts',
  dashboard: 'dashboard',
  connections: 'connections',
  connect: 'connections',
  register: 'registration',
  registerIdentification: 'registration',
  account: 'account',
  termsAndConditions: 'terms',
  contactPreferences: 'contact',
  accessLog: 'access',
  messages: 'messages',
  messageOfAll: 'messages',
  portalMessages: 'messages',
  portalMessage: 'messages',
  serviceMessages: 'messages',
  serviceMessage: 'messages',
  messageTrash: 'messages',
  trashedMessage: 'messages',
  transactions: 'transactions',
  transaction: 'transactions',
  addressBook: 'addressbook',
  newAddress: 'addressbook',
  address: 'addressbook',
  addressToAgencies: 'addressbook',
  enhancedAuthentication: 'enhancedauthentication',
  faceInfo: 'enhancedauthentication',
  camera: 'enhancedauthentication',
  creditBureau: 'enhancedauthentication',
  eid: 'enhancedauthentication',
  eidResponse: 'enhancedauthentication',
  mid: 'enhancedauthentication',
  midResponse: 'enhancedauthentication',
  governmentSearch: 'staff',
  adminUserServices: 'staff',
  supportQuestions: 'staff',
  userRecord: 'staff',
};

type HelpSettings = Configuration['help'];

function buildHelpAddress({ linkBaseUrl }: HelpSettings, language: Language, file: string): string {
  return `${linkBaseUrl.replace(/\/*$/, '/')}${language}/${file}`;
}

/** Returns the address of the default help page in the language. */
export function getDefaultHelpAddress(help: HelpSettings, language: Language): string {
  return buildHelpAddress(help, language, help.defaultHelpContentPage);
}

/** Returns the address of the help page for the pathname, in the language; the default page if there is none. */
export function getHelpAddress(help: HelpSettings, language: Language, pathname: string): string {
  const [, page] =
    Object.entries(helpPages).find(([name]) => matchPath(paths[name as keyof typeof paths], pathname)) ?? [];
  return page ? buildHelpAddress(help, language, `${page}.html`) : getDefaultHelpAddress(help, language);
}

/** Returns the address of the page that replaces a missing help page. */
export function getMissingHelpAddress(help: HelpSettings, language: Language): string {
  return buildHelpAddress(help, language, 'notfound.html');
}

/**
 * Returns the address if the page exists, else the page for missing help. A static server has its own page for missing
 * files, which does not belong in the help panel.
 */
export async function findHelpAddress(
  help: HelpSettings,
  language: Language,
  address: string,
): Promise<string> {
  const response = await fetch(address, { method: 'HEAD', credentials: 'same-origin' });
  return response.ok ? address : getMissingHelpAddress(help, language);
}
