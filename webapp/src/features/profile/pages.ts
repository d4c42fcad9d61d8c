/** The pages of the feature, in one chunk, because people move between them. */
export { default as ContactPage } from './ContactPage';
export { default as TermsPage } from './TermsPage';
