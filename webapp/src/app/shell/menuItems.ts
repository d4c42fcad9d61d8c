import type { components } from '@/generated/openapi';

type MenuItem = components['schemas']['MenuItemReply'];
type SubMenuItem = MenuItem['subMenu'][number];

/** The label of the menu item whose sub-menu belongs in the user menu instead of the main menu. */
const profileLabel = 'Profile';

/** Returns true if the route is a path of this origin; a menu item may have none. */
export function isRoute(route: string | null | undefined): route is string {
  return /^\/(?!\/)/.test(route ?? '');
}

const getSection = (address: string): string | undefined => address.split(/[/?#]/)[1]?.toLowerCase();

/** Returns true if a page is in the section that a route opens: both paths start with the same segment. */
export function isSameSection(route: string, pathname: string): boolean {
  return getSection(route) === getSection(pathname);
}

function filterRoutes(items: readonly SubMenuItem[] | null | undefined): SubMenuItem[] {
  return (items ?? []).filter(({ route }) => isRoute(route));
}

/** Returns the items of the main menu: all but Profile, without items that have no route. */
export function getMainMenu(items: readonly MenuItem[] | undefined): MenuItem[] {
  return (items ?? [])
    .filter(({ label }) => label !== profileLabel)
    .map((item) => ({ ...item, subMenu: filterRoutes(item.subMenu) }))
    .filter(({ route, subMenu }) => isRoute(route) || subMenu.length > 0);
}

/** Returns the items of the user menu: the sub-menu of Profile. */
export function getProfileMenu(items: readonly MenuItem[] | undefined): SubMenuItem[] {
  return filterRoutes(items?.find(({ label }) => label === profileLabel)?.subMenu);
}
