/** The pages of the feature, in one file: people go from one to another. */
export { default as AgencyAccountsPage } from './AgencyAccountsPage';
export { default as AgencyAccountPage } from './AgencyAccountPage';
