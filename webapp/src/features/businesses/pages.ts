/** The pages of the feature, in one file: people go from one to another. */
export { default as NewBusinessPage } from './NewBusinessPage';
export { default as BusinessPage } from './BusinessPage';
export { default as InvitationPage } from './InvitationPage';
