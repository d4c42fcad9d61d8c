import type { Reference } from './api';
import type { Group, ListedMessage, Page } from './messages';

/** A page of a list in the cache. */
export interface ListPage extends Page {
  /** New messages that wait above the first page; there may be more of them. */
  waiting?: { groups: readonly Group[]; messages: readonly ListedMessage[]; atLeast: boolean } | undefined;
}

/** A message of a list, with the record that it and the next ones are about where that is another one than before. */
export interface Line {
  message: ListedMessage;
  record: { label: string; isContinued: boolean } | null;
}

export function listMessages({ groups }: Pick<Page, 'groups'>): ListedMessage[] {
  return groups.flatMap(({ messages }) => messages);
}

/** Lists what pages show. A message that two pages have stays where it was first. */
export function listLines(pages: readonly ListPage[]): Line[] {
  const lines: Line[] = [];
  const seen = new Set<string>();
  const named = new Set<string>();
  let current: string | null = null;
  for (const { record, messages } of pages.flatMap(({ groups }) => groups)) {
    for (const message of messages) {
      if (seen.has(message.id)) continue;
      seen.add(message.id);
      if (message.isGone) continue;
      const isOther = record !== null && record.id !== current;
      lines.push({
        message,
        record: isOther ? { label: record.label, isContinued: named.has(record.id) } : null,
      });
      if (isOther) named.add((current = record.id));
    }
  }
  return lines;
}

function mapMessages<P extends Page>(page: P, change: (message: ListedMessage) => ListedMessage): P {
  const groups = page.groups.map((group) => ({ ...group, messages: group.messages.map(change) }));
  return { ...page, groups };
}

/** Changes messages on all pages. */
export function changeMessages(
  pages: readonly ListPage[],
  changed: readonly Reference[],
  change: Partial<ListedMessage>,
): ListPage[] {
  const ids = new Set(changed.map(({ id }) => id));
  return pages.map((page) =>
    mapMessages(page, (message) => (ids.has(message.id) ? { ...message, ...change } : message)),
  );
}

/** Returns the time back to which a page has every message. */
function getOldest(page: Page, none: string): string {
  const times = listMessages(page).map(({ sentAt }) => sentAt);
  return times.sort()[0] ?? page.scannedUntil ?? none;
}

/**
 * Compares pages with the first one as it is now. Messages keep their places: those that are no longer in the first page
 * were read or deleted elsewhere, and new ones wait.
 */
export function refreshPages(pages: readonly ListPage[], first: Page): ListPage[] {
  const listed = new Set(pages.flatMap(listMessages).map(({ id }) => id));
  const readStates = new Map(listMessages(first).map(({ id, isRead }) => [id, isRead]));
  const comparedSince = first.nextToken === null ? '' : getOldest(first, '~');
  const last = pages.at(-1);
  const listedSince = last?.nextToken ? getOldest(last, '') : '';
  const isNew = ({ id, sentAt }: ListedMessage) => !listed.has(id) && sentAt >= listedSince;
  const groups = first.groups
    .map((group) => ({ ...group, messages: group.messages.filter(isNew) }))
    .filter(({ messages }) => messages.length > 0);
  const messages = listMessages({ groups });
  const atLeast = first.nextToken !== null && messages.length === readStates.size;
  const compared = pages.map((page) =>
    mapMessages(page, (message) =>
      message.sentAt < comparedSince ? message : { ...message, isRead: readStates.get(message.id) ?? true },
    ),
  );
  const waiting = messages.length > 0 ? { groups, messages, atLeast } : undefined;
  return compared.map((page, place) => (place === 0 ? { ...page, waiting } : page));
}

/** Puts the messages that wait on top. */
export function showWaiting([first, ...rest]: readonly ListPage[]): ListPage[] {
  if (!first) return [];
  const { waiting, ...page } = first;
  return [{ ...page, groups: [...(waiting?.groups ?? []), ...page.groups] }, ...rest];
}
