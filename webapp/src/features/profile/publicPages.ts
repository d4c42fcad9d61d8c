/** The pages that everybody may open, in one file with the terms. */
export { default as PublicTermsPage } from './PublicTermsPage';
export { default as TermsDeclinedPage } from './TermsDeclinedPage';
