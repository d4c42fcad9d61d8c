import { expect, it } from 'vitest';
import { getBranding } from './branding';
import { isSameSection, isRoute, getMainMenu, getProfileMenu } from './menuItems';

const createItem = (label: string, route: string, subMenu: { label: string; route: string }[] = []) => ({
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
])('%s opens the section of %s: %s', (route, pathname, expected) => {
  expect(isSameSection(route, pathname)).toBe(expected);
});

it('omits Profile and items without a route from the main menu', () => {
  const menu = getMainMenu([
    createItem('Dashboard', '/dashboard'),
    createItem('Profile', '/profile', [{ label: 'Contact preferences', route: '/profile/contact' }]),
    createItem('Nowhere', ''),
    createItem('Agencies', '', [
      { label: 'Vehicles', route: '/vehicles' },
      { label: 'Lost', route: '' },
    ]),
  ]);
  expect(menu.map(({ label, subMenu }) => [label, ...subMenu.map((child) => child.label)])).toEqual([
    ['Dashboard'],
    ['Agencies', 'Vehicles'],
  ]);
});

it('takes the user menu from Profile, and is empty without it', () => {
  const profile = createItem('Profile', '', [{ label: 'Contact preferences', route: '/profile/contact' }]);
  expect(getProfileMenu([createItem('Dashboard', '/dashboard'), profile])).toEqual(profile.subMenu);
  expect(getProfileMenu([createItem('Dashboard', '/dashboard')])).toEqual([]);
  expect(getProfileMenu(undefined)).toEqual([]);
});

it.each([
  ['/', false, 'default'],
  ['/dashboard', false, 'default'],
  ['/businessapplications', false, 'business-applications'],
  ['/BusinessApplications/Plan', false, 'business-applications'],
  ['/businessapplicationsandmore', false, 'default'],
  ['/businessapplications/plan', true, 'none'],
] as const)('%s (in a frame: %s) has the branding %s', (pathname, isEmbedded, expected) => {
  expect(getBranding(pathname, isEmbedded)).toBe(expected);
});
