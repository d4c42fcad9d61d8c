/** The pages of the feature, in one file: people go from one to another. */
export { default as RegisterPage } from './RegisterPage';
export { default as IdentificationPage } from './IdentificationPage';
