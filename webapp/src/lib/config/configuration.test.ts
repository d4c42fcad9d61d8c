import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { configuration, origin, server } from '@/testing/server';
import { completeConfiguration, loadConfiguration } from './configuration';

const needed = {
  webApiUrl: '/api/',
  security: { clientId: 'portal-web', oidcConfiguration: { authority: 'https://identity.example' } },
};

describe('the configuration', () => {
  it('stays unchanged when it is complete', () => {
    expect(completeConfiguration(configuration)).toEqual(configuration);
  });

  it('gets the defaults', () => {
    expect(completeConfiguration(needed)).toEqual({
      webApiUrl: '/api/',
      security: {
        clientId: 'portal-web',
        b2cScopes: ['openid', 'email', 'profile'],
        oidcConfiguration: {
          authority: 'https://identity.example',
          redirectUrl: `${origin}/signin-callback`,
          post_logout_redirect_uri: `${origin}/`,
          signUpSignInPolicy: '',
          resetPasswordPolicy: '',
        },
        secondFactorAcrValues: '',
        secondFactorClaims: '',
      },
      help: { linkBaseUrl: '/help/', defaultHelpContentPage: 'index.html' },
      userIdleTimeout: 600,
      businessOneStop: { isVisible: false, helpLineNumber: '', unCancellableApiEndpoints: [] },
      messageCountRefreshInterval: 60,
      readinessDelay: 500,
      privacyOfficerEmail: '',
      isDemonstration: true,
    });
  });

  it.each([0, -1, null, Number.NaN, Number.POSITIVE_INFINITY])(
    'has no idle time of %s',
    (userIdleTimeout) => {
      expect(completeConfiguration({ ...needed, userIdleTimeout }).userIdleTimeout).toBe(600);
    },
  );

  it.each([-1, null, '0', Number.NaN, Number.POSITIVE_INFINITY])('has no readiness delay of %s', (found) => {
    const readinessDelay = found as number | null;
    expect(completeConfiguration({ ...needed, readinessDelay }).readinessDelay).toBe(500);
  });

  it.each([
    null,
    {},
    { ...needed, webApiUrl: '' },
    { ...needed, security: null },
    { ...needed, security: { ...needed.security, clientId: '' } },
    { ...needed, security: { clientId: 'portal-web', oidcConfiguration: {} } },
  ])('is refused without the settings for sign-in and calls: %j', (found) => {
    expect(() => completeConfiguration(found)).toThrow('incomplete');
  });

  it.each([
    ['an error', () => new HttpResponse(null, { status: 503 })],
    ['something that is no JSON', () => HttpResponse.text('<!doctype html>')],
    ['no answer', () => HttpResponse.error()],
  ])('fails to load from %s', async (_what, answer) => {
    server.use(http.get(`${origin}/configuration/`, answer));
    await expect(loadConfiguration()).rejects.toThrow();
  });
});
