import { UserManager } from 'oidc-client-ts';

// The page around this frame owns the sign-in and its settings; this page only hands the answer over.
const messenger = new UserManager({
  authority: 'parent',
  client_id: 'parent',
  redirect_uri: location.origin,
});
await messenger.signinSilentCallback();
