/** The pages of the feature, in one chunk, because people move between them. */
export { default as AddressBookPage } from './AddressBookPage';
export { default as NewAddressPage } from './NewAddressPage';
export { default as AddressPage } from './AddressPage';
export { default as AddressToAgenciesPage } from './AddressToAgenciesPage';
