import { generatePath } from 'react-router';
import { paths } from '@/lib/paths';
import {
  getAgencyMessage,
  getPortalMessage,
  listAllMessages,
  listPortalMessages,
  listServiceMessages,
  listTrash,
  type PortalReply,
  type Query,
  type Reference,
  type Reply,
} from './api';

type Details = Omit<PortalReply, 'id'>;

export type Delivery = Details['deliveries'][number];
export type DeliveryStep = Delivery['steps'][number];
export type Attachment = Details['attachments'][number];
export type Action = NonNullable<Details['action']>;

/** A folder: all messages, the portal's, those of one service, or the trash of both inboxes. */
export interface Folder {
  kind: 'all' | 'portal' | 'service' | 'trash';
  serviceId: string | null;
  /** The address, which also tells folders apart. */
  path: string;
  /** The address of a message in the folder. */
  messagePath: string;
}

const makeFolder = (kind: Folder['kind'], path: string, messagePath: string): Folder => ({
  kind,
  serviceId: null,
  path,
  messagePath,
});

export const allFolder = makeFolder('all', paths.messages, paths.messageOfAll);
export const portalFolder = makeFolder('portal', paths.portalMessages, paths.portalMessage);
export const trashFolder = makeFolder('trash', paths.messageTrash, paths.trashedMessage);

export function makeServiceFolder(serviceId: string): Folder {
  const path = generatePath(paths.serviceMessages, { serviceId });
  return { ...makeFolder('service', path, paths.serviceMessage), serviceId };
}

/** Returns the folder of an address; an address without one has all messages. */
export function getFolder(pathname: string, serviceId: string | undefined): Folder {
  if (serviceId !== undefined) return makeServiceFolder(serviceId);
  const address = pathname.toLowerCase();
  return [trashFolder, portalFolder].find(({ path }) => address.startsWith(path)) ?? allFolder;
}

/** A message in a list. */
export interface ListedMessage
  extends
    Reference,
    Pick<Details, 'subject' | 'preview' | 'from' | 'sentAt' | 'priority' | 'hasAttachments'> {
  isRead: boolean;
  /** True after it was moved to or out of the trash. */
  isGone?: boolean;
}

/** Messages about one record; without one where records do not matter. */
export interface Group {
  record: { id: string; label: string } | null;
  messages: readonly ListedMessage[];
}

/** A page of a list. */
export interface Page {
  groups: readonly Group[];
  nextToken: string | null;
  scannedUntil: string | null;
}

/** An opened message of either inbox. */
export interface OpenedMessage extends Details, Reference {
  /** False for a message of the portal, which has no replies. */
  canReply: boolean;
  replies: readonly Reply[];
  /** The record and the service of an agency's message, as they were called when it came. */
  origin: { serviceName: string; recordLabel: string } | null;
}

/** Days that a message stays in the trash. */
export const daysInTrash = 30;

/** Returns the id of a message's link in the list. */
export const getLinkId = (messageId: string): string => `message-${messageId}`;

/** The name in an address of the connection that an agency's message is about. */
export const subscriptionName = 'subscription';

/**
 * Returns the address of a message in a folder.
 *
 * @param search of the folder's address, whose filters stay
 */
export function getMessageAddress(
  { serviceId, messagePath }: Folder,
  { id, subscriptionId }: Reference,
  search: string,
): { pathname: string; search: string } {
  const parameters = new URLSearchParams(search);
  if (subscriptionId) parameters.set(subscriptionName, subscriptionId);
  const query = parameters.toString();
  return { pathname: generatePath(messagePath, { serviceId, id }), search: query && `?${query}` };
}

const portalReference = { inbox: 'portal', serviceId: null, subscriptionId: null } as const;

/** Returns the reference that an address has; null if it is not known which message that is. */
export function getReference(
  { kind, serviceId }: Folder,
  id: string | undefined,
  subscriptionId: string | null,
): Reference | null {
  if (id === undefined) return null;
  if (kind === 'portal' || (kind !== 'service' && subscriptionId === null)) return { id, ...portalReference };
  return subscriptionId === null ? null : { id, inbox: 'agency', serviceId, subscriptionId };
}

/** Reads a page of a folder. */
export async function readPage({ kind, serviceId }: Folder, query: Query, headers: Query): Promise<Page> {
  if (kind === 'portal') {
    const { items, ...page } = await listPortalMessages(query, headers);
    const messages = items.map((item) => ({ ...item, ...portalReference }));
    return { ...page, groups: [{ record: null, messages }] };
  }
  if (kind === 'service') {
    const { groups, ...page } = await listServiceMessages(serviceId ?? '', query, headers);
    const listed = groups.map(({ identity, messages }) => ({
      record: identity,
      messages: messages.map((item) => ({
        ...item,
        id: item.messageId,
        inbox: 'agency' as const,
        serviceId: item.agencyServiceId,
        subscriptionId: item.userAgencyServiceSubscriptionIdentityId,
      })),
    }));
    return { ...page, groups: listed };
  }
  const read = kind === 'trash' ? listTrash : listAllMessages;
  const { items, ...page } = await read(query, headers);
  const messages = items.map((item) => ({
    // Nothing in the trash is unread.
    isRead: true,
    ...item,
    serviceId: item.agencyServiceId,
    subscriptionId: item.userAgencyServiceSubscriptionIdentityId,
  }));
  return { scannedUntil: null, ...page, groups: [{ record: null, messages }] };
}

/** Reads a message to show it. */
export async function readMessage({ id, inbox, subscriptionId }: Reference): Promise<OpenedMessage> {
  if (inbox === 'portal') {
    const reply = await getPortalMessage(id);
    return { ...reply, ...portalReference, origin: null, canReply: false, replies: [] };
  }
  const reply = await getAgencyMessage(id, subscriptionId);
  return {
    ...reply,
    id: reply.messageId,
    inbox,
    serviceId: reply.agencyServiceId,
    subscriptionId: reply.userAgencyServiceSubscriptionIdentityId,
    origin: { serviceName: reply.serviceName, recordLabel: reply.identityLabel },
  };
}
