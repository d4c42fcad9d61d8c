import useSWR, { useSWRConfig } from 'swr';
import { call, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { usePages } from '@/lib/api/usePages';
import { readSettings, useRead } from '@/lib/api/useRead';
import { useVisitCache } from '@/lib/api/useVisitCache';
import { useAccount } from '@/lib/auth/session';
import { ignoreProgressBar } from '@/lib/progress/progress';

const portalMessagePath = '/api/messages/{id}';
const repliesPath = '/api/agency/messages/{messageid}/replies';
const agenciesPath = '/api/agency/messages/agencies';

export type PortalReply = AnswerBody<typeof portalMessagePath, 'get'>;
export type Agencies = AnswerBody<typeof agenciesPath, 'get'>;
export type ReplyBody = RequestBody<typeof repliesPath, 'post'>;
export type Reply = AnswerBody<typeof repliesPath, 'post'>;

/** Identifies a message in the calls about it. */
export interface Reference {
  id: string;
  inbox: 'portal' | 'agency';
  /** Only of an agency's message. */
  serviceId: string | null;
  /** The connection that an agency's message is about, also after that has ended. */
  subscriptionId: string | null;
}

export type Query = Record<string, string>;

/** The maximum number of messages in an answer. */
export const pageLength = 50;

/** Calls that go on when the person moves to another page. */
const lifetime = 'session';

/** Reads without a progress bar. */
const background = { [ignoreProgressBar]: 'true' };

/** Reads the number of unread messages of the portal. The bell has the same key. */
export function useUnreadOfPortal() {
  return useRead('/api/messages/unread/count', { lifetime, headers: background });
}

/** Reads the services that sent messages, with the number of unread messages of each. */
export function useAgencies() {
  return useRead(agenciesPath, { lifetime, headers: background });
}

interface ListPage {
  nextToken: string | null;
}

/**
 * Reads the pages of a list of messages.
 *
 * @param list names the list; null as long as nothing is to be read
 */
export function useMessagePages<P extends ListPage>(
  list: string | null,
  read: (nextToken: string) => Promise<P>,
  countItems: (page: P) => number,
) {
  const { id: userId } = useAccount();
  const { mutate: mutatePage } = useSWRConfig();
  useVisitCache(list);
  const getKey = (previous: P | null) =>
    list === null || previous?.nextToken === null
      ? null
      : (['messages', userId, list, previous?.nextToken ?? ''] as const);
  const found = usePages(getKey, ([, , , nextToken]) => read(nextToken), {
    step: { length: pageLength, countItems },
  });

  /** Changes the pages in the cache. A read under way may come before the change, so it starts again. */
  function update(change: (pages: P[]) => P[]): void {
    void found.mutate(
      (pages) => {
        const changed = pages && change(pages);
        changed?.forEach((page, place) => {
          // SWR reads a page again that differs from its own entry.
          void mutatePage(getKey(changed[place - 1] ?? null), page, { revalidate: false });
        });
        return changed;
      },
      { revalidate: found.isSearching || found.data === undefined },
    );
  }

  return { ...found, update };
}

/**
 * Reads the first page of a list again for each change of the bell.
 *
 * @param list names the list; nothing is read before its own pages
 * @param heard the state of the bell; null before it has changed
 */
export function useFirstPage<P>(
  list: string | null | undefined,
  heard: string | null,
  read: (headers: Query) => Promise<P>,
  onRead: (page: P) => void,
): void {
  const { id: userId } = useAccount();
  useSWR(!list || heard === null ? null : ['first page', userId, list, heard], () => read(background), {
    ...readSettings,
    revalidateOnReconnect: false,
    dedupingInterval: 0,
    onSuccess: onRead,
  });
}

/** Reads an opened message; null reads nothing. */
export function useMessage<M>(
  reference: Reference | null,
  language: string,
  read: (reference: Reference) => Promise<M>,
) {
  const { id: userId } = useAccount();
  return useSWR<M, unknown, readonly [string, string, Reference] | null>(
    reference && [userId, language, reference],
    ([, , wanted]) => read(wanted),
    // Reading an agency's message again marks it again, though it was marked as unread elsewhere.
    { ...readSettings, revalidateOnReconnect: false },
  );
}

/** Gets a page of messages of the portal. */
export function listPortalMessages(query: Query, headers: Query) {
  return call('get', '/api/messages', { query, headers });
}

/** Gets a page of messages of both inboxes. */
export function listAllMessages(query: Query, headers: Query) {
  return call('get', '/api/messages/all', { query, headers });
}

/** Gets a page of the trash of both inboxes. */
export function listTrash(query: Query, headers: Query) {
  return call('get', '/api/messages/bin', { query, headers });
}

/** Gets a page of messages of one service. */
export function listServiceMessages(id: string, query: Query, headers: Query) {
  return call('get', '/api/agency/messages/service/{id}', { parameters: { id }, query, headers });
}

/** Gets a message of the portal; it stays unread. */
export function getPortalMessage(id: string) {
  return call('get', portalMessagePath, { parameters: { id }, lifetime });
}

/** Gets a message of an agency, which marks it as read. */
export function getAgencyMessage(messageid: string, subscriptionId: string | null) {
  return call('get', '/api/agency/messages/{messageid}', {
    parameters: { messageid },
    query: { userAgencySubscriptionId: subscriptionId ?? '' },
    lifetime,
  });
}

/** Gets the address of a file for its download, or why there is none. */
export function getAttachment({ id, inbox, subscriptionId }: Reference, attachmentid: string) {
  return inbox === 'portal'
    ? call('get', '/api/messages/{id}/attachments/{attachmentid}', { parameters: { id, attachmentid } })
    : call('get', '/api/agency/messages/{messageid}/attachments/{attachmentid}', {
        parameters: { messageid: id, attachmentid },
        query: { userAgencySubscriptionId: subscriptionId ?? '' },
      });
}

/** Marks an opened message of the portal. */
export function markAsRead(id: string) {
  return call('patch', '/api/messages/{id}/markasread', { parameters: { id }, lifetime });
}

const listIds = (messages: readonly Reference[]) => messages.map(({ id }) => id);

const listConnections = (messages: readonly Reference[]) =>
  messages.map(({ id, subscriptionId }) => ({
    messageId: id,
    userAgencySubscriptionId: subscriptionId ?? '',
  }));

type Result = Promise<{ results: readonly { outcome: string }[] }>;

/** Marks messages of one inbox. */
export function markMessages(messages: readonly Reference[], isRead: boolean): Result {
  return messages[0]?.inbox === 'portal'
    ? call('post', '/api/messages/mark', { body: { ids: listIds(messages), isRead }, lifetime })
    : call('post', '/api/agency/messages/mark', {
        body: { messages: listConnections(messages), isRead },
        lifetime,
      });
}

/** Moves messages of one inbox to the trash. */
export function deleteMessages(messages: readonly Reference[]): Result {
  return messages[0]?.inbox === 'portal'
    ? call('post', '/api/messages/delete', { body: { ids: listIds(messages) }, lifetime })
    : call('post', '/api/agency/messages/delete', {
        body: { messages: listConnections(messages) },
        lifetime,
      });
}

/** Moves messages out of the trash. */
export function restoreMessages(messages: readonly Reference[]): Result {
  return call('post', '/api/messages/restore', { body: { ids: listIds(messages) }, lifetime });
}

/** Deletes a part of the trash for good; answers whether it is empty. */
export function emptyPartOfTrash() {
  return call('post', '/api/messages/bin/empty', { body: {}, lifetime });
}

/** Replies to a message of an agency; a call with the same key is the same reply. */
export function sendReply(messageid: string, body: ReplyBody, key: string): Promise<Reply> {
  return call('post', repliesPath, {
    parameters: { messageid },
    body,
    headers: { 'Idempotency-Key': key },
    lifetime,
  });
}
