import { useCallback, useState } from 'react';
import type { Folder, Group, ListedMessage } from './messages';

/** What the person did to a message on this page, which lists read before that do not know. */
interface Change {
  isRead?: boolean;
  isDeleted?: boolean;
  /** In milliseconds. */
  at: number;
}

export type Changes = ReadonlyMap<string, Change>;

/** A list that was asked for so soon after a change may have been read before it; in milliseconds. */
const lag = 5000;

/** One answer with messages. */
export interface Page {
  /** When it came, in milliseconds. */
  at: number;
  groups: readonly Group[];
  nextToken: string | null;
  scannedUntil: string | null;
}

export function messagesOf({ groups }: Page): ListedMessage[] {
  return groups.flatMap(({ messages }) => messages);
}

/** A message of a list, with the record that it and the next ones are about where that is another one than before. */
export interface Line {
  message: ListedMessage;
  record: { label: string; isContinued: boolean } | null;
}

/** What was done on this page, and the way to add to it: lists show it before the portal has confirmed it. */
export function useChanges(): [Changes, (ids: readonly string[], change: Omit<Change, 'at'>) => void] {
  const [changes, setChanges] = useState<Changes>(new Map());
  const change = useCallback((ids: readonly string[], made: Omit<Change, 'at'>) => {
    setChanges((known) => {
      const changed = new Map(known);
      for (const id of ids) changed.set(id, { ...known.get(id), ...made, at: Date.now() });
      return changed;
    });
  }, []);
  return [changes, change];
}

/**
 * The lines of a list: what was answered, with what was done since, here or in another tab. A message that was
 * answered twice, because it was read meanwhile, stays where it was first.
 *
 * @param unread the newest unread messages, read after the list.
 */
export function linesOf(pages: readonly Page[], changes: Changes, folder: Folder, unread?: Page): Line[] {
  const lines: Line[] = [];
  const seen = new Set<string>();
  const named = new Set<string>();
  let current: string | null = null;
  const unreadMessages = unread && messagesOf(unread);
  const unreadIds = new Set(unreadMessages?.map(({ id }) => id));
  // Older messages may be unread without being on the page of unread ones.
  const unreadSince = !unread
    ? '~'
    : unread.nextToken === null
      ? ''
      : (unread.scannedUntil ?? unreadMessages?.at(-1)?.sentAt ?? '~');
  for (const { at: readAt, groups } of pages) {
    for (const { record, messages } of groups) {
      for (const message of messages) {
        if (seen.has(message.id)) continue;
        seen.add(message.id);
        const isCovered = message.sentAt >= unreadSince;
        const at = isCovered && unread ? unread.at : readAt;
        const known = changes.get(message.id);
        const change = known && known.at + lag > at ? known : undefined;
        if (change?.isDeleted !== undefined && change.isDeleted !== (folder.kind === 'trash')) continue;
        const isRead = change?.isRead ?? (isCovered ? !unreadIds.has(message.id) : message.isRead);
        const isOther = record !== null && record.id !== current;
        lines.push({
          message: { ...message, isRead },
          record: isOther ? { label: record.label, isContinued: named.has(record.id) } : null,
        });
        if (isOther) named.add((current = record.id));
      }
    }
  }
  return lines;
}
