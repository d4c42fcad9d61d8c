import { beforeEach, describe, expect, it } from 'vitest';
import { destinations } from '../paths';
import { rememberReturnUrl, safeReturnPath, takeReturnUrl } from './returnUrl';

beforeEach(() => window.history.replaceState(null, '', '/'));

describe('safeReturnPath', () => {
  it.each(destinations)('lets %s through', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  it('keeps the query and the fragment', () => {
    expect(safeReturnPath('/profile/contact?a=1#text')).toBe('/profile/contact?a=1#text');
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
    expect(safeReturnPath(candidate)).toBeNull();
  });
});

describe('the return URL', () => {
  const at = (path: string) => new URL(path, 'http://localhost:8080');

  it('is given out once', () => {
    rememberReturnUrl(at('/profile/contact?a=1'));
    expect(takeReturnUrl('/loading')).toBe('/profile/contact?a=1');
    expect(takeReturnUrl('/loading')).toBeNull();
  });

  it('is not the page that is shown already', () => {
    rememberReturnUrl(at('/dashboard'));
    expect(takeReturnUrl('/dashboard')).toBeNull();
  });

  it.each([
    '/signin-callback?code=1',
    '/enhancedauthentication/mid/response?x=1',
    '/enhancedauthentication/creditbureau?x=1',
    '/EnhancedAuthentication/MID/Response',
  ])('is not taken from %s', (path) => {
    rememberReturnUrl(at('/profile/contact'));
    rememberReturnUrl(at(path));
    expect(takeReturnUrl('/loading')).toBe('/profile/contact');
  });
});
