import ArrowForward from '@uswds/uswds/img/usa-icons/arrow_forward.svg?react';
import ArrowUpward from '@uswds/uswds/img/usa-icons/arrow_upward.svg?react';
import CheckCircle from '@uswds/uswds/img/usa-icons/check_circle.svg?react';
import Close from '@uswds/uswds/img/usa-icons/close.svg?react';
import ErrorSign from '@uswds/uswds/img/usa-icons/error.svg?react';
import ExpandMore from '@uswds/uswds/img/usa-icons/expand_more.svg?react';
import Grid from '@uswds/uswds/img/usa-icons/grid_view.svg?react';
import Help from '@uswds/uswds/img/usa-icons/help_outline.svg?react';
import History from '@uswds/uswds/img/usa-icons/history.svg?react';
import Home from '@uswds/uswds/img/usa-icons/home.svg?react';
import Info from '@uswds/uswds/img/usa-icons/info_outline.svg?react';
import Language from '@uswds/uswds/img/usa-icons/language.svg?react';
import Launch from '@uswds/uswds/img/usa-icons/launch.svg?react';
import Logout from '@uswds/uswds/img/usa-icons/logout.svg?react';
import Mail from '@uswds/uswds/img/usa-icons/mail_outline.svg?react';
import Menu from '@uswds/uswds/img/usa-icons/menu.svg?react';
import Before from '@uswds/uswds/img/usa-icons/navigate_before.svg?react';
import Next from '@uswds/uswds/img/usa-icons/navigate_next.svg?react';
import Notifications from '@uswds/uswds/img/usa-icons/notifications_none.svg?react';
import Person from '@uswds/uswds/img/usa-icons/person.svg?react';
import Schedule from '@uswds/uswds/img/usa-icons/schedule.svg?react';
import Search from '@uswds/uswds/img/usa-icons/search.svg?react';
import Verified from '@uswds/uswds/img/usa-icons/verified_user.svg?react';
import Warning from '@uswds/uswds/img/usa-icons/warning.svg?react';

export const icons = {
  arrow_forward: ArrowForward,
  arrow_upward: ArrowUpward,
  check_circle: CheckCircle,
  close: Close,
  error: ErrorSign,
  expand_more: ExpandMore,
  grid_view: Grid,
  help_outline: Help,
  history: History,
  home: Home,
  info_outline: Info,
  language: Language,
  launch: Launch,
  logout: Logout,
  mail_outline: Mail,
  menu: Menu,
  navigate_before: Before,
  navigate_next: Next,
  notifications_none: Notifications,
  person: Person,
  schedule: Schedule,
  search: Search,
  verified_user: Verified,
  warning: Warning,
} as const;

export type IconName = keyof typeof icons;

interface IconProps {
  name: IconName;
  className?: string;
}

/** A USWDS icon. It is decorative, because the text beside it has the meaning. */
export function Icon({ name, className = '' }: IconProps) {
  const Drawing = icons[name];
  return <Drawing className={`usa-icon ${className}`} aria-hidden="true" focusable="false" />;
}
