/** The pages of the feature, in one file: people go from one to another. */
export { default as ContactPage } from './ContactPage';
export { default as TermsPage } from './TermsPage';
