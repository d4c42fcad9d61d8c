import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';

// The page around this frame owns the sign-in and its settings; this page only hands the answer over.
// By default the manager takes the browser's storages, and fails where one is forbidden.
const nothingKept = new WebStorageStateStore({ store: new InMemoryWebStorage() });
const messenger = new UserManager({
  authority: 'parent',
  client_id: 'parent',
  redirect_uri: location.origin,
  userStore: nothingKept,
  stateStore: nothingKept,
});
await messenger.signinSilentCallback();
