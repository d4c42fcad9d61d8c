/** The pages of the feature, in one file: people go from one to another. */
export { default as ConnectionsPage } from './ConnectionsPage';
export { default as ConnectPage } from './ConnectPage';
