import { expect, it } from 'vitest';
import { brandingOf } from './branding';
import { isPartOf, isRoute, mainMenuOf, profileMenuOf } from './menuItems';

const item = (label: string, route: string, subMenu: { label: string; route: string }[] = []) => ({
  label,
  route,
  iconClass: 'home',
  subMenu,
});

it.each([
  ['/dashboard', true],
  ['', false],
  [null, false],
  [undefined, false],
  ['dashboard', false],
  ['//elsewhere.example', false],
  ['https://elsewhere.example', false],
])('%j is a route: %s', (route, expected) => {
  expect(isRoute(route)).toBe(expected);
});

it.each([
  ['/dashboard', '/dashboard', true],
  ['/businessapplications/dashboard', '/businessapplications/plan/costestimator', true],
  ['/businessapplications/dashboard', '/BusinessApplications/accounts', true],
  ['/businessapplications/dashboard', '/businessapplicationsandmore', false],
  ['/businessapplications/dashboard', '/dashboard', false],
  ['/dashboard', '/businessapplications/dashboard', false],
  ['/transactions?year=2026', '/transactions/1', true],
])('%s opens the part of %s: %s', (route, pathname, expected) => {
  expect(isPartOf(route, pathname)).toBe(expected);
});

it('leaves Profile and what leads nowhere out of the main menu', () => {
  const menu = mainMenuOf([
    item('Dashboard', '/dashboard'),
    item('Profile', '/profile', [{ label: 'Contact preferences', route: '/profile/contact' }]),
    item('Nowhere', ''),
    item('Agencies', '', [
      { label: 'Vehicles', route: '/vehicles' },
      { label: 'Lost', route: '' },
    ]),
  ]);
  expect(menu.map(({ label, subMenu }) => [label, ...subMenu.map((child) => child.label)])).toEqual([
    ['Dashboard'],
    ['Agencies', 'Vehicles'],
  ]);
});

it('takes the user menu from Profile, and none from a menu without it', () => {
  const profile = item('Profile', '', [{ label: 'Contact preferences', route: '/profile/contact' }]);
  expect(profileMenuOf([item('Dashboard', '/dashboard'), profile])).toEqual(profile.subMenu);
  expect(profileMenuOf([item('Dashboard', '/dashboard')])).toEqual([]);
  expect(profileMenuOf(undefined)).toEqual([]);
});

it.each([
  ['/', false, 'default'],
  ['/dashboard', false, 'default'],
  ['/businessapplications', false, 'business-applications'],
  ['/BusinessApplications/Plan', false, 'business-applications'],
  ['/businessapplicationsandmore', false, 'default'],
  ['/businessapplications/plan', true, 'none'],
] as const)('%s (in a frame: %s) has the branding %s', (pathname, isEmbedded, expected) => {
  expect(brandingOf(pathname, isEmbedded)).toBe(expected);
});
