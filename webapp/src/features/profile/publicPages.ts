/** The public pages, in one chunk with the terms. */
export { default as PublicTermsPage } from './PublicTermsPage';
export { default as TermsDeclinedPage } from './TermsDeclinedPage';
