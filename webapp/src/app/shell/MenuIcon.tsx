import AttachMoney from '@uswds/uswds/img/usa-icons/attach_money.svg?react';
import ContactPage from '@uswds/uswds/img/usa-icons/contact_page.svg?react';
import People from '@uswds/uswds/img/usa-icons/people.svg?react';
import { icons } from '@/components/Icon';

/** The icons of the menu. The first script omits icons that only the menu shows. */
const menuIcons = { ...icons, attach_money: AttachMoney, contact_page: ContactPage, people: People };

/** The icon of a menu item by its USWDS name, or a neutral icon for an unknown name. */
export function MenuIcon({ name }: { name: string }) {
  const Drawing = Object.hasOwn(menuIcons, name)
    ? menuIcons[name as keyof typeof menuIcons]
    : icons.grid_view;
  return <Drawing className="usa-icon" aria-hidden="true" focusable="false" />;
}
