import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';

/** The labels of the keys by which the server names menu items. */
const labels: Readonly<Record<string, MessageDescriptor>> = {
  Dashboard: msg`Dashboard`,
  Connections: msg`Connections`,
  Messages: msg`Messages`,
  Transactions: msg`Transactions`,
  Business: msg`Business`,
  'Address book': msg`Address book`,
  Profile: msg`Profile`,
  'Your account': msg`Your account`,
  'Terms and conditions': msg`Terms and conditions`,
  'Contact preferences': msg`Contact preferences`,
  'Who looked at your record': msg`Who looked at your record`,
  // Shorter than the page's title in Spanish, so that the menu stays in one row.
  'Government search': msg({ context: 'menu', message: 'Government search' }),
  'User services': msg`User services`,
};

/** Returns the translated label, or the key itself if the app does not know it. */
export function getMenuLabel(translate: (message: MessageDescriptor) => string, key: string): string {
  const label = labels[key];
  return label ? translate(label) : key;
}
