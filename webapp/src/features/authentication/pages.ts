/** The pages of the feature, in one file, because people move between them. */
export { default as EnhancedAuthenticationPage } from './EnhancedAuthenticationPage';
export { default as FaceInfoPage } from './FaceInfoPage';
export { default as CameraPage } from './CameraPage';
export { default as QuizPage } from './QuizPage';
export { default as EidResponsePage } from './EidResponsePage';
export { default as SignOutPage } from './SignOutPage';
