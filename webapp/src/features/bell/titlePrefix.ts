import type { Unread } from '@/lib/unread/unread';

/**
 * What stands before the page's title: how many messages are unread, with a plus sign when there are more than were
 * counted, as those of agencies are not; '(!) ' when none was counted; nothing when nothing is unread.
 */
export function titlePrefixOf({ portal, agency, hasUnread }: Unread): string {
  if (!hasUnread) return '';
  if (!portal?.count) return '(!) ';
  return `(${portal.count}${portal.atLeast || agency?.hasUnread ? '+' : ''}) `;
}
