import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Channel, Kind } from './contactForm';

/** The name and description of each kind of notice. */
export const kindNames: Record<Kind, { name: MessageDescriptor; about: MessageDescriptor }> = {
  security: {
    name: msg`Security`,
    about: msg`Changes to your contact addresses, other accounts that connect your records, proofs of who you are, and hidden values that someone viewed. Always by email.`,
  },
  accountActivity: {
    name: msg`Account activity`,
    about: msg`Your registration, tests you send, and addresses that no longer work.`,
  },
  agencyMessages: { name: msg`Messages from agencies`, about: msg`When an agency writes to you.` },
  reminders: { name: msg`Reminders`, about: msg`Upcoming renewals and due dates.` },
  news: { name: msg`News`, about: msg`New services on this portal. We don’t send any yet.` },
};

export const channelNames: Record<Channel, MessageDescriptor> = {
  email: msg`Email`,
  text: msg`Text message`,
};
