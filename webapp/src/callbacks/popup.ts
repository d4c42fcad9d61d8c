import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';

// The window that opened this one owns the sign-in and its settings; this page only hands the answer over.
// By default the manager takes the browser's storages, and fails where one is forbidden.
const nothingKept = new WebStorageStateStore({ store: new InMemoryWebStorage() });
const messenger = new UserManager({
  authority: 'opener',
  client_id: 'opener',
  redirect_uri: location.origin,
  userStore: nothingKept,
  stateStore: nothingKept,
});
await messenger.signinPopupCallback();
