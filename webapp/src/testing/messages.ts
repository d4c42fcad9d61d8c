import { http, HttpResponse, type JsonBodyType } from 'msw';
import type { components } from '@/generated/openapi';
import { origin, server } from './server';

type Schemas = components['schemas'];
type PortalMessage = Schemas['MessageReply'];
type AgencyMessage = Schemas['AgencyMessageReply'];

const service = 'mvd-vehicle';

/** Creates a message of the portal. */
export function createPortalMessage(number: number, changes: Partial<PortalMessage> = {}): PortalMessage {
  return {
    id: `p${number}`,
    subject: `Notice ${number}`,
    preview: `Beginning ${number}`,
    body: `Dear Rosa,\nnotice ${number}.`,
    bodyFormat: 'plain',
    language: 'en',
    from: 'Saguaro',
    isRead: false,
    readAt: null,
    sentAt: new Date(Date.UTC(2026, 9, 30, 20) - number * 60_000).toISOString(),
    receivedAt: '2026-10-30T20:00:00Z',
    priority: 'normal',
    notice: 'accountActivity',
    hasAttachments: false,
    action: null,
    attachments: [],
    deliveries: [],
    isOwn: false,
    deletedAt: null,
    thread: [],
    ...changes,
  };
}

/** Creates a message of an agency about one of two vehicles. */
export function createAgencyMessage(number: number, changes: Partial<AgencyMessage> = {}): AgencyMessage {
  const vehicle = number % 2 === 0 ? 'two' : 'one';
  const { id, ...details } = createPortalMessage(number, {
    subject: `Letter ${number}`,
    from: 'Motor Vehicle Division',
    notice: 'agencyMessages',
  });
  return {
    ...details,
    messageId: id.replace('p', 'a'),
    agencyId: 'mvd',
    agencyName: 'Motor Vehicle Division',
    agencyServiceId: service,
    serviceName: 'Vehicles',
    userAgencyServiceSubscriptionIdentityId: `identity-${vehicle}`,
    identityLabel: `Vehicle ${vehicle}`,
    canReply: false,
    replies: [],
    ...changes,
  };
}

export const createPortalMessages = (count: number, changes: Partial<PortalMessage> = {}) =>
  Array.from({ length: count }, (_, index) => createPortalMessage(index + 1, changes));

/** The content of the person's two inboxes, and the requests to them. */
export interface Mailbox {
  portal: PortalMessage[];
  agency: AgencyMessage[];
  /** The queries of the lists, oldest first. */
  lists: URLSearchParams[];
  /** The method, the path and the body of every change, oldest first. */
  changes: { method: string; path: string; body: unknown }[];
}

const getId = (message: PortalMessage | AgencyMessage) =>
  'messageId' in message ? message.messageId : message.id;
const toListed = ({
  subject,
  preview,
  from,
  isRead,
  sentAt,
  priority,
  hasAttachments,
}: PortalMessage | AgencyMessage) => ({
  subject,
  preview,
  from,
  isRead,
  sentAt,
  priority,
  hasAttachments,
});

const toCombinedListed = (message: PortalMessage | AgencyMessage) => ({
  id: getId(message),
  inbox: 'messageId' in message ? 'agency' : 'portal',
  agencyServiceId: 'messageId' in message ? service : null,
  userAgencyServiceSubscriptionIdentityId:
    'messageId' in message ? message.userAgencyServiceSubscriptionIdentityId : null,
  ...toListed(message),
});

const sortNewestFirst = (messages: (PortalMessage | AgencyMessage)[]) =>
  messages.toSorted((one, other) => other.sentAt.localeCompare(one.sentAt));

/** Returns the matching messages of a folder, as pages. */
function findPage<M extends PortalMessage | AgencyMessage>(all: M[], query: URLSearchParams) {
  const unread = query.get('unread');
  const text = query.get('text') ?? '';
  const found = all.filter(
    (message) =>
      message.deletedAt === null &&
      (unread === null || String(!message.isRead) === unread) &&
      message.subject.includes(text),
  );
  const start = Number(query.get('nextToken') ?? 0);
  const end = start + Number(query.get('limit'));
  return { found: found.slice(start, end), nextToken: end < found.length ? String(end) : null };
}

/** Serves the messages of a person as the portal does. */
export function serveMessages(stored: Partial<Pick<Mailbox, 'portal' | 'agency'>> = {}): Mailbox {
  const mailbox: Mailbox = { portal: [], agency: [], lists: [], changes: [], ...stored };
  const listAll = () => [...mailbox.portal, ...mailbox.agency];
  const filterUnread = (messages: (PortalMessage | AgencyMessage)[]) =>
    messages.filter(({ isRead, deletedAt }) => !isRead && deletedAt === null);
  const countUnread = (messages: (PortalMessage | AgencyMessage)[]) => filterUnread(messages).length;
  const makeFingerprint = (messages: (PortalMessage | AgencyMessage)[]) =>
    filterUnread(messages).map(getId).join(' ');
  const change = async (request: Request, make: (message: PortalMessage | AgencyMessage) => void) => {
    const text = await request.text();
    const body = (text ? JSON.parse(text) : null) as {
      ids?: string[];
      messages?: { messageId: string }[];
    } | null;
    const path = new URL(request.url).pathname;
    mailbox.changes.push({ method: request.method, path, body });
    const ids = body?.ids ?? body?.messages?.map(({ messageId }) => messageId) ?? [];
    for (const message of listAll()) if (ids.includes(getId(message))) make(message);
    return HttpResponse.json({ results: [] });
  };
  const answer = (path: string, json: () => JsonBodyType) =>
    http.get(`${origin}/api/${path}`, () => HttpResponse.json(json()));
  const createNotFound = () =>
    HttpResponse.json({ code: 'messageNotFound', message: 'x', requestId: 'r404' }, { status: 404 });

  server.use(
    answer('messages/unread/count', () => ({
      count: countUnread(mailbox.portal),
      atLeast: false,
      fingerprint: makeFingerprint(mailbox.portal),
    })),
    answer('agency/messages/unread/status', () => ({
      hasUnread: countUnread(mailbox.agency) > 0,
      fingerprint: makeFingerprint(mailbox.agency),
    })),
    answer('agency/messages/agencies', () => ({
      items:
        mailbox.agency.length === 0
          ? []
          : [
              {
                agencyId: 'mvd',
                agencyName: 'Motor Vehicle Division',
                unreadCount: countUnread(mailbox.agency),
                services: [
                  {
                    agencyServiceId: service,
                    serviceName: 'Vehicles',
                    unreadCount: countUnread(mailbox.agency),
                  },
                ],
              },
            ],
      atLeast: false,
    })),
    http.get(`${origin}/api/messages/all`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      mailbox.lists.push(query);
      const { found, nextToken } = findPage(sortNewestFirst(listAll()), query);
      return HttpResponse.json({
        items: found.map(toCombinedListed),
        nextToken,
        scannedUntil: nextToken && '2026-08-01T00:00:00Z',
      });
    }),
    http.get(`${origin}/api/messages`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      mailbox.lists.push(query);
      const { found, nextToken } = findPage(mailbox.portal, query);
      const items = found.map((message) => ({ id: message.id, ...toListed(message) }));
      return HttpResponse.json({ items, nextToken, scannedUntil: nextToken && '2026-08-01T00:00:00Z' });
    }),
    http.get(`${origin}/api/agency/messages/service/${service}`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      mailbox.lists.push(query);
      const { found, nextToken } = findPage(mailbox.agency, query);
      const records = new Map(
        found.map((message) => [message.userAgencyServiceSubscriptionIdentityId, message.identityLabel]),
      );
      const isAbout = (id: string) => (message: AgencyMessage) =>
        message.userAgencyServiceSubscriptionIdentityId === id;
      return HttpResponse.json({
        groups: [...records].map(([id, label]) => ({
          identity: { id, label },
          messages: found.filter(isAbout(id)).map((message) => ({
            messageId: message.messageId,
            agencyServiceId: service,
            userAgencyServiceSubscriptionIdentityId: id,
            ...toListed(message),
          })),
        })),
        nextToken,
        scannedUntil: nextToken && '2026-08-01T00:00:00Z',
      });
    }),
    http.get(`${origin}/api/messages/bin`, () =>
      HttpResponse.json({
        items: listAll()
          .filter(({ deletedAt }) => deletedAt !== null)
          .map((message) => ({
            ...toCombinedListed(message),
            isRead: undefined,
            deletedAt: message.deletedAt,
            restoreBefore: message.deletedAt,
          })),
        nextToken: null,
      }),
    ),
    http.get(`${origin}/api/messages/:id`, ({ params }) => {
      const found = mailbox.portal.find(({ id }) => id === params.id);
      return found ? HttpResponse.json(found) : createNotFound();
    }),
    http.get(`${origin}/api/agency/messages/:id`, ({ params, request }) => {
      const identity = new URL(request.url).searchParams.get('userAgencySubscriptionId');
      const found = mailbox.agency.find(
        (message) =>
          message.messageId === params.id && message.userAgencyServiceSubscriptionIdentityId === identity,
      );
      if (!found) return createNotFound();
      if (found.deletedAt === null) found.isRead = true;
      return HttpResponse.json(found);
    }),
    http.patch(`${origin}/api/messages/:id/markasread`, async ({ params, request }) => {
      await change(request, () => undefined);
      const found = mailbox.portal.find(({ id }) => id === params.id);
      if (found) found.isRead = true;
      return HttpResponse.json({ id: params.id, isRead: true });
    }),
    ...['messages', 'agency/messages'].flatMap((path) => [
      http.post(`${origin}/api/${path}/mark`, async ({ request }) => {
        const { isRead } = (await request.clone().json()) as { isRead: boolean };
        return change(request, (message) => {
          message.isRead = isRead;
        });
      }),
      http.post(`${origin}/api/${path}/delete`, ({ request }) =>
        change(request, (message) => {
          message.deletedAt = '2026-11-01T00:00:00Z';
        }),
      ),
    ]),
    http.post(`${origin}/api/messages/restore`, ({ request }) =>
      change(request, (message) => {
        message.deletedAt = null;
      }),
    ),
    http.post(`${origin}/api/messages/bin/empty`, async ({ request }) => {
      await change(request, () => undefined);
      const isGone = ({ deletedAt }: { deletedAt: string | null }) => deletedAt !== null;
      // Deletes half of them at a time, as the portal does with many.
      const [first] = listAll().filter(isGone);
      mailbox.portal = mailbox.portal.filter((message) => message !== first);
      mailbox.agency = mailbox.agency.filter((message) => message !== first);
      return HttpResponse.json({ deleted: 1, isEmpty: !listAll().some(isGone) });
    }),
  );
  return mailbox;
}
