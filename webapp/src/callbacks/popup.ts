import { UserManager } from 'oidc-client-ts';

// The window that opened this one owns the sign-in and its settings; this page only hands the answer over.
const messenger = new UserManager({
  authority: 'opener',
  client_id: 'opener',
  redirect_uri: location.origin,
});
await messenger.signinPopupCallback();
