import type { components } from '@/generated/openapi';

type MenuItem = components['schemas']['MenuItemReply'];
type SubMenuItem = MenuItem['subMenu'][number];

/** The label of the menu item whose sub-menu belongs in the user menu instead of the main menu. */
const profileLabel = 'Profile';

/** Whether the route leads to a page of this origin; an item of the menu may come without one. */
export function isRoute(route: string | null | undefined): route is string {
  return /^\/(?!\/)/.test(route ?? '');
}

const partIn = (address: string): string | undefined => address.split(/[/?#]/)[1]?.toLowerCase();

/** Whether a page is of the part of the portal that a route opens: the pages of a part begin with the same word. */
export function isPartOf(route: string, pathname: string): boolean {
  return partIn(route) === partIn(pathname);
}

function leadingOn(items: readonly SubMenuItem[] | null | undefined): SubMenuItem[] {
  return (items ?? []).filter(({ route }) => isRoute(route));
}

/** The items of the main menu: all but Profile, without what leads nowhere. */
export function mainMenuOf(items: readonly MenuItem[] | undefined): MenuItem[] {
  return (items ?? [])
    .filter(({ label }) => label !== profileLabel)
    .map((item) => ({ ...item, subMenu: leadingOn(item.subMenu) }))
    .filter(({ route, subMenu }) => isRoute(route) || subMenu.length > 0);
}

/** The items of the user menu: what lies under Profile. */
export function profileMenuOf(items: readonly MenuItem[] | undefined): SubMenuItem[] {
  return leadingOn(items?.find(({ label }) => label === profileLabel)?.subMenu);
}
