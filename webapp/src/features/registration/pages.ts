/** The pages of the feature, in one chunk, because people move between them. */
export { default as RegisterPage } from './RegisterPage';
export { default as IdentificationPage } from './IdentificationPage';
