/** The pages of the feature, in one file, because people move between them. */
export { default as ConnectionsPage } from './ConnectionsPage';
export { default as ConnectPage } from './ConnectPage';
