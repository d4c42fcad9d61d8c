import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import type { components } from '@/generated/openapi';

type Schemas = components['schemas'];

/** The origin of the tests' portal. */
export const origin = 'http://localhost:8080';

export const configuration: Schemas['AppSettings'] = {
  webApiUrl: '/api/',
  security: {
    clientId: 'portal-web',
    b2cScopes: ['openid', 'email', 'profile'],
    oidcConfiguration: {
      authority: 'https://identity.example',
      redirectUrl: `${origin}/signin-callback`,
      post_logout_redirect_uri: `${origin}/`,
      signUpSignInPolicy: 'B2C_1_sign_up_sign_in',
      resetPasswordPolicy: 'B2C_1_reset_password',
    },
    secondFactorAcrValues: 'urn:factors:2',
    secondFactorClaims: '',
  },
  help: { linkBaseUrl: '/help/', defaultHelpContentPage: 'index.html' },
  userIdleTimeout: 600,
  businessOneStop: { isVisible: true, helpLineNumber: '', unCancellableApiEndpoints: [] },
  messageCountRefreshInterval: 60,
  readinessDelay: 0,
  privacyOfficerEmail: 'privacy@portal.example',
  isDemonstration: true,
};

export const userDetails: Schemas['UserDetailsReply'] = {
  displayName: 'Rosa Delgado',
  firstName: 'Rosa',
  language: null,
  menuItems: [
    { label: 'Dashboard', route: '/dashboard', iconClass: 'home', subMenu: [] },
    {
      label: 'Profile',
      route: '/profile',
      iconClass: 'person',
      subMenu: [
        { label: 'Terms and conditions', route: '/profile/termsandconditions' },
        { label: 'Contact preferences', route: '/profile/contact' },
      ],
    },
  ],
  postLoginAction: 1,
};

export const terms: Schemas['TermsReply'] = {
  version: '2026-11-01',
  effectiveOn: '2026-11-01',
  language: 'en',
  title: 'Terms of the portal',
  sections: [{ heading: 'Who may use it', paragraphs: ['Everybody over 13.'] }],
  decision: null,
};

export const preferences: Schemas['ContactPreferencesReply'] = {
  language: 'en',
  addresses: [
    {
      channel: 'email',
      address: 'rosa@example.com',
      isVerified: true,
      verifiedAt: '2026-11-01T00:00:00Z',
      status: 'usable',
      statusAt: null,
    },
  ],
  notices: [
    { kind: 'security', channels: ['email'], isRequired: true },
    { kind: 'accountActivity', channels: ['email'], isRequired: false },
    { kind: 'agencyMessages', channels: ['email'], isRequired: false },
    { kind: 'reminders', channels: [], isRequired: false },
    { kind: 'news', channels: [], isRequired: false },
  ],
  emailFrequency: 'immediate',
  quietHours: null,
  savedAt: '2026-11-01T00:00:00Z',
  changes: [],
};

export const details: Schemas['DetailsReply'] = {
  legalFirstName: 'Rosa',
  legalLastName: 'Delgado',
  preferredName: null,
  dateOfBirth: '1988-04-02',
  countyId: 'pima',
  registeredAt: '2026-11-01T00:00:00Z',
  revision: 1,
  identityChange: 'free',
  canChangeIdentity: true,
  changes: [],
};

export const signIn: Schemas['SignInReply'] = {
  id: 's1',
  signedInAt: '2026-11-21T19:00:00Z',
  browser: 'Firefox',
  system: 'Windows',
  city: 'Phoenix',
  region: 'Arizona',
  country: 'US',
  isCurrent: true,
  hasSecondFactor: false,
  endedAt: null,
};

export const notAuthenticated: Schemas['AuthenticationStatusReply'] = {
  isAuthenticated: false,
  enhancedAuthenticationType: null,
  enhancedAuthenticationTypeId: null,
  verifiedAt: null,
  expiresAt: null,
  assurance: 'none',
};

export const authenticationTypes: Schemas['AuthenticationTypeReply'][] = [
  {
    typeId: 1,
    type: 'Face recognition',
    isEnabled: false,
    assurance: 'proof',
    needs: ['camera'],
    logoutPath: null,
    lockedUntil: null,
    maxTries: null,
  },
  {
    typeId: 3,
    type: 'Electronic ID (EID)',
    isEnabled: true,
    assurance: 'proof',
    needs: ['identityServiceAccount'],
    logoutPath: '/enhancedauthentication/eid?action=logout',
    lockedUntil: null,
    maxTries: 100,
  },
];

const sourced = { asOf: '2026-11-01', source: '', credit: '', confidence: '' };

/** The portal for a registered person with a complete profile. */
export const server = setupServer(
  http.get(`${origin}/configuration/`, () => HttpResponse.json(configuration)),
  http.get(`${origin}/api/users`, () => HttpResponse.json(userDetails)),
  http.get(`${origin}/api/users/registered`, () => HttpResponse.json({ isRegistered: true, canLink: false })),
  http.get(`${origin}/api/profile/completed`, () => HttpResponse.json({ isCompleted: true, unverified: [] })),
  http.get(`${origin}/api/users/questions`, () => HttpResponse.json({ items: [], isTruncated: false })),
  http.get(`${origin}/api/lookups/counties`, () =>
    HttpResponse.json({ items: [{ id: 'pima', name: 'Pima' }] }),
  ),
  http.get(`${origin}/api/lookups/municipalities`, () => HttpResponse.json({ ...sourced, items: [] })),
  http.get(`${origin}/api/businessapplications/lookups/businesscharactercategories`, () =>
    HttpResponse.json({ ...sourced, items: [] }),
  ),
  http.get(`${origin}/api/profile/termsandconditions`, () => HttpResponse.json(terms)),
  http.get(`${origin}/api/profile/details`, () => HttpResponse.json(details)),
  http.get(`${origin}/api/profile/signins`, () => HttpResponse.json({ items: [signIn] })),
  http.get(`${origin}/api/profile/contactpreferences`, () => HttpResponse.json(preferences)),
  http.get(`${origin}/api/businessapplications/applications`, () => HttpResponse.json({ items: [] })),
  http.get(`${origin}/api/subscriptions`, () => HttpResponse.json({ items: [] })),
  http.get(`${origin}/api/subscriptions/agencyservice`, () => HttpResponse.json({ items: [] })),
  http.get(`${origin}/api/transactions/summary`, () => HttpResponse.json({ months: [], completeFrom: null })),
  http.get(`${origin}/api/messages/unread/count`, () =>
    HttpResponse.json({ count: 0, atLeast: false, fingerprint: '0' }),
  ),
  http.get(`${origin}/api/agency/messages/unread/status`, () =>
    HttpResponse.json({ hasUnread: false, fingerprint: '0' }),
  ),
  http.get(`${origin}/api/authentication/status`, () => HttpResponse.json(notAuthenticated)),
  http.delete(`${origin}/api/authentication`, () =>
    HttpResponse.json({ isAuthenticated: false, logoutUrl: null } satisfies Schemas['SignedOutReply']),
  ),
  http.get(`${origin}/api/authentication/lockedout`, () =>
    HttpResponse.json({ isLockedOut: false, until: null, reason: null }),
  ),
  http.get(`${origin}/api/authentication/types/settings`, () =>
    HttpResponse.json({ items: authenticationTypes }),
  ),
  http.get(`${origin}/api/authentication/passkeys`, () => HttpResponse.json({ items: [], canAdd: false })),
);
