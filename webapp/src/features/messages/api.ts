import { call, type AnswerOf, type BodyOf } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';
import { ignoreProgressBar } from '@/lib/progress/progress';

const portalPath = '/api/messages';
const portalMessagePath = '/api/messages/{id}';
const allPath = '/api/messages/all';
const trashPath = '/api/messages/bin';
const agencyMessagePath = '/api/agency/messages/{messageid}';
const repliesPath = '/api/agency/messages/{messageid}/replies';
const servicePath = '/api/agency/messages/service/{id}';
const agenciesPath = '/api/agency/messages/agencies';
const markAgenciesPath = '/api/agency/messages/mark';

export type PortalPage = AnswerOf<typeof portalPath, 'get'>;
export type AllPage = AnswerOf<typeof allPath, 'get'>;
export type ServicePage = AnswerOf<typeof servicePath, 'get'>;
export type TrashPage = AnswerOf<typeof trashPath, 'get'>;
export type PortalReply = AnswerOf<typeof portalMessagePath, 'get'>;
export type AgencyReply = AnswerOf<typeof agencyMessagePath, 'get'>;
export type Agencies = AnswerOf<typeof agenciesPath, 'get'>;
export type ReplyBody = BodyOf<typeof repliesPath, 'post'>;
export type Reply = AnswerOf<typeof repliesPath, 'post'>;
type AgencyReferences = BodyOf<typeof markAgenciesPath, 'post'>['messages'];

type Query = Record<string, string>;
type Headers = Record<string, string>;

// What was begun is finished, also when the person moves on meanwhile.
const lifetime = 'session';

// The counts follow what the person does; no progress is to be seen for them.
const quiet = { lifetime, headers: { [ignoreProgressBar]: 'true' } } as const;

/** How many of the portal's own messages are unread. */
export function useUnreadOfPortal() {
  return useRead('/api/messages/unread/count', quiet);
}

/** The services that sent messages, with what is unread of each. */
export function useAgencies() {
  return useRead(agenciesPath, quiet);
}

/** A page of the portal's own messages. */
export function listPortalMessages(query: Query, headers: Headers) {
  return call('get', portalPath, { query, headers });
}

/** A page of both inboxes together. */
export function listAllMessages(query: Query, headers: Headers) {
  return call('get', allPath, { query, headers });
}

/** A page of what is in the trash, of both inboxes. */
export function listTrash(query: Query, headers: Headers) {
  return call('get', trashPath, { query, headers });
}

/** A page of the messages of one service. */
export function listServiceMessages(id: string, query: Query, headers: Headers) {
  return call('get', servicePath, { parameters: { id }, query, headers });
}

/** One of the portal's own messages; it stays unread. */
export function getPortalMessage(id: string) {
  return call('get', portalMessagePath, { parameters: { id }, lifetime });
}

/** One message of an agency, which marks it as read. */
export function getAgencyMessage(messageid: string, subscriptionId: string | null) {
  return call('get', agencyMessagePath, {
    parameters: { messageid },
    query: { userAgencySubscriptionId: subscriptionId ?? '' },
    lifetime,
  });
}

/** Where a file of one of the portal's own messages can be fetched, or why not yet or not at all. */
export function getPortalAttachment(id: string, attachmentid: string) {
  return call('get', '/api/messages/{id}/attachments/{attachmentid}', { parameters: { id, attachmentid } });
}

/** The same for a message of an agency. */
export function getAgencyAttachment(messageid: string, subscriptionId: string | null, attachmentid: string) {
  return call('get', '/api/agency/messages/{messageid}/attachments/{attachmentid}', {
    parameters: { messageid, attachmentid },
    query: { userAgencySubscriptionId: subscriptionId ?? '' },
  });
}

/** Marks one of the portal's own messages, which was opened. */
export function markAsRead(id: string) {
  return call('patch', '/api/messages/{id}/markasread', { parameters: { id }, lifetime });
}

/** Marks messages of the portal. */
export function markPortalMessages(ids: string[], isRead: boolean) {
  return call('post', '/api/messages/mark', { body: { ids, isRead }, lifetime });
}

/** Marks messages of agencies. */
export function markAgencyMessages(messages: AgencyReferences, isRead: boolean) {
  return call('post', markAgenciesPath, { body: { messages, isRead }, lifetime });
}

/** Moves messages of the portal into the trash; those in it are deleted for good. */
export function deletePortalMessages(ids: string[]) {
  return call('post', '/api/messages/delete', { body: { ids }, lifetime });
}

/** Moves messages of agencies into the trash. */
export function deleteAgencyMessages(messages: AgencyReferences) {
  return call('post', '/api/agency/messages/delete', { body: { messages }, lifetime });
}

/** Takes messages of both inboxes out of the trash. */
export function restoreMessages(ids: string[]) {
  return call('post', '/api/messages/restore', { body: { ids }, lifetime });
}

/** Deletes a part of what is in the trash for good; answers whether it is empty. */
export function emptyPartOfTrash() {
  return call('post', '/api/messages/bin/empty', { body: {}, lifetime });
}

/** Replies to a message of an agency; the same key is the same reply. */
export function sendReply(messageid: string, body: ReplyBody, key: string): Promise<Reply> {
  return call('post', repliesPath, {
    parameters: { messageid },
    body,
    headers: { 'Idempotency-Key': key },
    lifetime,
  });
}
