import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Unread } from '@/lib/unread/unread';

/** Returns the texts of the unread counts: the name of the bell, and the sentence for a change. */
export function useUnreadText({ portal, agency }: Unread): { name: string; sentence: string } {
  const { t } = useLingui();
  const { count, atLeast } = portal ?? { count: 0, atLeast: false };
  const isOfAgencies = agency?.hasUnread ?? false;

  if (count === 0) {
    return isOfAgencies
      ? {
          name: t`Messages, unread messages from agencies`,
          sentence: t`You have unread messages from agencies`,
        }
      : { name: t`Messages`, sentence: t`You have no unread messages` };
  }
  if (atLeast) {
    return isOfAgencies
      ? {
          name: t`Messages, ${count} or more unread; unread messages from agencies`,
          sentence: t`You have ${count} or more unread messages, and unread messages from agencies`,
        }
      : {
          name: t`Messages, ${count} or more unread`,
          sentence: t`You have ${count} or more unread messages`,
        };
  }
  return isOfAgencies
    ? {
        name: t`Messages, ${count} unread; unread messages from agencies`,
        sentence: t`${plural(count, {
          one: 'You have # unread message, and unread messages from agencies',
          other: 'You have # unread messages, and unread messages from agencies',
        })}`,
      }
    : {
        name: t`Messages, ${count} unread`,
        sentence: t`${plural(count, {
          one: 'You have # unread message',
          other: 'You have # unread messages',
        })}`,
      };
}
