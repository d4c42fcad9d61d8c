/** The pages of the feature, in one file, because people move between them. */
export { default as AgencyAccountsPage } from './AgencyAccountsPage';
export { default as AgencyAccountPage } from './AgencyAccountPage';
