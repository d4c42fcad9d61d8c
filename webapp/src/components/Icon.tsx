import AccountCircle from '@uswds/uswds/img/usa-icons/account_circle.svg?react';
import ArrowForward from '@uswds/uswds/img/usa-icons/arrow_forward.svg?react';
import CheckCircle from '@uswds/uswds/img/usa-icons/check_circle.svg?react';
import Close from '@uswds/uswds/img/usa-icons/close.svg?react';
import ExpandMore from '@uswds/uswds/img/usa-icons/expand_more.svg?react';
import Grid from '@uswds/uswds/img/usa-icons/grid_view.svg?react';
import Home from '@uswds/uswds/img/usa-icons/home.svg?react';
import Language from '@uswds/uswds/img/usa-icons/language.svg?react';
import Lock from '@uswds/uswds/img/usa-icons/lock_outline.svg?react';
import Logout from '@uswds/uswds/img/usa-icons/logout.svg?react';
import Mail from '@uswds/uswds/img/usa-icons/mail_outline.svg?react';
import Menu from '@uswds/uswds/img/usa-icons/menu.svg?react';
import People from '@uswds/uswds/img/usa-icons/people.svg?react';
import Person from '@uswds/uswds/img/usa-icons/person.svg?react';
import Phone from '@uswds/uswds/img/usa-icons/phone.svg?react';
import Search from '@uswds/uswds/img/usa-icons/search.svg?react';
import Verified from '@uswds/uswds/img/usa-icons/verified_user.svg?react';
import Warning from '@uswds/uswds/img/usa-icons/warning.svg?react';

const icons = {
  account_circle: AccountCircle,
  arrow_forward: ArrowForward,
  check_circle: CheckCircle,
  close: Close,
  expand_more: ExpandMore,
  grid_view: Grid,
  home: Home,
  language: Language,
  lock_outline: Lock,
  logout: Logout,
  mail_outline: Mail,
  menu: Menu,
  people: People,
  person: Person,
  phone: Phone,
  search: Search,
  verified_user: Verified,
  warning: Warning,
} as const;

export type IconName = keyof typeof icons;

/** The icon of that USWDS name, or a neutral one for a name that the app does not carry. */
export function iconNamed(name: string): IconName {
  return name in icons ? (name as IconName) : 'grid_view';
}

interface IconProps {
  name: IconName;
  className?: string;
}

/** A USWDS icon; it is decoration, the words beside it carry the meaning. */
export function Icon({ name, className = '' }: IconProps) {
  const Drawing = icons[name];
  return <Drawing className={`usa-icon ${className}`} aria-hidden="true" focusable="false" />;
}
