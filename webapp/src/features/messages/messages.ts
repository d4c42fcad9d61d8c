import { generatePath } from 'react-router';
import { paths } from '@/lib/paths';
import type { AgencyReply, AllPage, TrashPage, PortalPage, PortalReply, Reply, ServicePage } from './api';

type Details = Omit<PortalReply, 'id'>;

export type Priority = Details['priority'];
export type Delivery = Details['deliveries'][number];
export type DeliveryStep = Delivery['steps'][number];
export type Attachment = Details['attachments'][number];
export type Action = NonNullable<Details['action']>;
export type Inbox = 'portal' | 'agency';

/** A folder: all messages, the portal's, those of one service, or the trash of both inboxes. */
export type Folder =
  { kind: 'all' } | { kind: 'portal' } | { kind: 'service'; serviceId: string } | { kind: 'trash' };

/** The addresses of the folders that are not a service's. */
const addresses = {
  all: { folder: paths.messages, message: paths.messageOfAll },
  portal: { folder: paths.portalMessages, message: paths.portalMessage },
  trash: { folder: paths.messageTrash, message: paths.trashedMessage },
} as const;

/** What of a message the calls about it need. */
export interface Reference {
  id: string;
  inbox: Inbox;
  /** Only of an agency's message. */
  serviceId: string | null;
  /** The connection that an agency's message is about, also after that has ended. */
  subscriptionId: string | null;
}

/** A message in a list. */
export interface ListedMessage extends Reference {
  subject: string;
  preview: string;
  from: string;
  isRead: boolean;
  sentAt: string;
  priority: Priority;
  hasAttachments: boolean;
}

/** Messages about one record; without one where records do not matter. */
export interface Group {
  record: { id: string; label: string } | null;
  messages: readonly ListedMessage[];
}

/** The record and the service that an agency's message is about, as they were called when it came. */
export interface Origin {
  agencyName: string;
  serviceName: string;
  recordLabel: string;
}

/** An opened message of either inbox. */
export interface OpenedMessage extends Details, Reference {
  /** False for a message of the portal; so too no replies. */
  canReply: boolean;
  replies: readonly Reply[];
  /** Null for a message of the portal. */
  origin: Origin | null;
}

/** Days that a message stays in the trash. */
export const daysInTrash = 30;

/** The id of a message's link in the list. */
export const linkIdOf = (messageId: string): string => `message-${messageId}`;

/** Tells folders apart. */
export function keyOf(folder: Folder): string {
  return folder.kind === 'service' ? `service/${folder.serviceId}` : folder.kind;
}

/** The address of a folder. */
export function addressOfFolder(folder: Folder): string {
  if (folder.kind === 'service') return generatePath(paths.serviceMessages, { serviceId: folder.serviceId });
  return addresses[folder.kind].folder;
}

/** The name in an address of the connection that an agency's message is about. */
export const subscriptionName = 'subscription';

/**
 * The address of a message as it is listed in a folder.
 *
 * @param search of the folder's address, whose filters stay.
 */
export function addressOfMessage(
  folder: Folder,
  { id, subscriptionId }: Reference,
  search: string,
): { pathname: string; search: string } {
  const parameters = new URLSearchParams(search);
  if (subscriptionId) parameters.set(subscriptionName, subscriptionId);
  const query = parameters.toString();
  return { pathname: pathOfMessage(folder, id), search: query && `?${query}` };
}

function pathOfMessage(folder: Folder, id: string): string {
  if (folder.kind === 'service')
    return generatePath(paths.serviceMessage, { serviceId: folder.serviceId, id });
  return generatePath(addresses[folder.kind].message, { id });
}

/**
 * The folder of an address; one that names none has all messages.
 *
 * @param serviceId as the address has it.
 */
export function folderOf(pathname: string, serviceId: string | undefined): Folder {
  if (serviceId !== undefined) return { kind: 'service', serviceId };
  const isIn = (path: string) => pathname.toLowerCase().startsWith(path);
  return { kind: isIn(paths.messageTrash) ? 'trash' : isIn(paths.portalMessages) ? 'portal' : 'all' };
}

/** The part of a message that both inboxes' lists have. */
function listed(
  { subject, preview, from, isRead, sentAt, priority, hasAttachments }: Omit<ListedMessage, keyof Reference>,
  reference: Reference,
): ListedMessage {
  return { ...reference, subject, preview, from, isRead, sentAt, priority, hasAttachments };
}

/** The messages of a page of the portal's inbox. */
export function groupsOfPortal({ items }: PortalPage): Group[] {
  const messages = items.map((item) =>
    listed(item, { id: item.id, inbox: 'portal', serviceId: null, subscriptionId: null }),
  );
  return [{ record: null, messages }];
}

/** The messages of a page of a service, as they are grouped by record. */
export function groupsOfService({ groups }: ServicePage): Group[] {
  return groups.map(({ identity, messages }) => ({
    record: identity,
    messages: messages.map((item) =>
      listed(item, {
        id: item.messageId,
        inbox: 'agency',
        serviceId: item.agencyServiceId,
        subscriptionId: item.userAgencyServiceSubscriptionIdentityId,
      }),
    ),
  }));
}

/** The messages of a page of both inboxes; in the trash nothing is marked as unread. */
export function groupsOfBoth({ items }: AllPage | TrashPage): Group[] {
  const messages = items.map((item) =>
    listed(
      { isRead: true, ...item },
      {
        id: item.id,
        inbox: item.inbox,
        serviceId: item.agencyServiceId,
        subscriptionId: item.userAgencyServiceSubscriptionIdentityId,
      },
    ),
  );
  return [{ record: null, messages }];
}

/** An opened message of the portal. */
export function openedOfPortal(reply: PortalReply): OpenedMessage {
  return {
    ...reply,
    inbox: 'portal',
    serviceId: null,
    subscriptionId: null,
    origin: null,
    canReply: false,
    replies: [],
  };
}

/** An opened message of an agency. */
export function openedOfAgency(reply: AgencyReply): OpenedMessage {
  return {
    ...reply,
    id: reply.messageId,
    inbox: 'agency',
    serviceId: reply.agencyServiceId,
    subscriptionId: reply.userAgencyServiceSubscriptionIdentityId,
    origin: {
      agencyName: reply.agencyName,
      serviceName: reply.serviceName,
      recordLabel: reply.identityLabel,
    },
  };
}

/** An opened message as a list shows it. */
export function listedOf(message: OpenedMessage): ListedMessage {
  const { id, inbox, serviceId, subscriptionId } = message;
  return listed(message, { id, inbox, serviceId, subscriptionId });
}
