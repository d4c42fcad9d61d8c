import { beforeEach, describe, expect, it } from 'vitest';
import { destinations } from '../paths';
import { storeReturnUrl, getSafeReturnPath, takeReturnUrl } from './returnUrl';

beforeEach(() => window.history.replaceState(null, '', '/'));

describe('getSafeReturnPath', () => {
  it.each(destinations)('allows %s', (path) => {
    expect(getSafeReturnPath(path)).toBe(path);
  });

  it('keeps the query and the fragment', () => {
    expect(getSafeReturnPath('/profile/contact?a=1#text')).toBe('/profile/contact?a=1#text');
  });

  it.each([
    null,
    '',
    'dashboard',
    'https://evil.example/dashboard',
    '//evil.example/dashboard',
    '/\\evil.example/dashboard',
    '\\/evil.example',
    '/\t/evil.example/dashboard',
    '/dashboard\n',
    'javascript:alert(1)',
    '/',
    '/loading',
    '/error',
    '/signin-callback?code=1',
    '/nowhere',
    '/dashboard/../../nowhere',
  ])('refuses %j', (candidate) => {
    expect(getSafeReturnPath(candidate)).toBeNull();
  });
});

describe('the return URL', () => {
  const buildUrl = (path: string) => new URL(path, 'http://localhost:8080');

  it('is returned once', () => {
    storeReturnUrl(buildUrl('/profile/contact?a=1'));
    expect(takeReturnUrl('/loading')).toBe('/profile/contact?a=1');
    expect(takeReturnUrl('/loading')).toBeNull();
  });

  it('is null for the page that is already shown', () => {
    storeReturnUrl(buildUrl('/dashboard'));
    expect(takeReturnUrl('/dashboard')).toBeNull();
  });

  it.each([
    '/signin-callback?code=1',
    '/enhancedauthentication/mid/response?x=1',
    '/enhancedauthentication/creditbureau?x=1',
    '/EnhancedAuthentication/MID/Response',
  ])('is not stored for %s', (path) => {
    storeReturnUrl(buildUrl('/profile/contact'));
    storeReturnUrl(buildUrl(path));
    expect(takeReturnUrl('/loading')).toBe('/profile/contact');
  });
});
