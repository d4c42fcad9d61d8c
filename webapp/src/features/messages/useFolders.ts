import { useCallback, useEffect, useRef } from 'react';
import { useUnread } from '@/lib/unread/unread';
import { useAgencies, useUnreadOfPortal, type Agencies } from './api';
import type { Folder } from './messages';

export type AgencyFolder = Agencies['items'][number];

/** So many messages are unread; there may be more when it is a floor. */
export interface UnreadCount {
  count: number;
  atLeast: boolean;
}

export interface Folders {
  agencies: readonly AgencyFolder[];
  portalUnread: UnreadCount;
  /** Whether the unread messages of services are only a floor. */
  atLeast: boolean;
  isLoading: boolean;
  error: unknown;
  /** Shows other counts until the portal has answered, as far as the folder's is known. */
  addUnread: (folder: Folder, more: number) => void;
  readAgain: () => void;
}

/** The folders of both inboxes with their unread messages. */
export function useFolders(): Folders {
  const portal = useUnreadOfPortal();
  const agencies = useAgencies();
  const unread = useUnread();
  const { mutate: mutatePortal } = portal;
  const { mutate: mutateAgencies } = agencies;

  const readAgain = useCallback(() => {
    void mutatePortal();
    void mutateAgencies();
  }, [mutatePortal, mutateAgencies]);

  // The bell knows first that something has come; its first answer is no news.
  const known = useRef(unread);
  useEffect(() => {
    const before = known.current;
    known.current = unread;
    if (isOther(before.portal, unread.portal) || isOther(before.agency, unread.agency)) readAgain();
  }, [unread, readAgain]);

  const addUnread = useCallback(
    (folder: Folder, more: number) => {
      if (folder.kind === 'portal')
        void mutatePortal(
          (known) => known && (known.atLeast ? known : { ...known, count: atLeastNone(known.count + more) }),
          { revalidate: false },
        );
      if (folder.kind === 'service')
        void mutateAgencies((known) => known && withMore(known, folder.serviceId, more), {
          revalidate: false,
        });
    },
    [mutatePortal, mutateAgencies],
  );

  return {
    agencies: agencies.data?.items ?? [],
    portalUnread: portal.data ?? { count: 0, atLeast: false },
    atLeast: agencies.data?.atLeast ?? false,
    isLoading: portal.isLoading || agencies.isLoading,
    error: portal.error ?? agencies.error,
    addUnread,
    readAgain,
  };
}

function isOther(
  before: { fingerprint: string } | undefined,
  now: { fingerprint: string } | undefined,
): boolean {
  return before !== undefined && before.fingerprint !== now?.fingerprint;
}

const atLeastNone = (count: number) => Math.max(0, count);

function withMore(known: Agencies, serviceId: string, more: number): Agencies {
  if (known.atLeast) return known;
  const items = known.items.map((agency) =>
    agency.services.some(({ agencyServiceId }) => agencyServiceId === serviceId)
      ? {
          ...agency,
          unreadCount: atLeastNone(agency.unreadCount + more),
          services: agency.services.map((service) =>
            service.agencyServiceId === serviceId
              ? { ...service, unreadCount: atLeastNone(service.unreadCount + more) }
              : service,
          ),
        }
      : agency,
  );
  return { ...known, items };
}

/** The name of the service whose folder it is, as far as it is known. */
export function serviceIn(agencies: readonly AgencyFolder[], serviceId: string) {
  for (const agency of agencies) {
    const service = agency.services.find(({ agencyServiceId }) => agencyServiceId === serviceId);
    if (service) return { agencyName: agency.agencyName, ...service };
  }
  return undefined;
}

/** The number of unread messages of a folder; null for the trash. */
export function unreadIn(
  { agencies, portalUnread, atLeast }: Omit<Folders, 'addUnread' | 'readAgain'>,
  folder: Folder,
): UnreadCount {
  switch (folder.kind) {
    case 'all':
      return {
        count: agencies.reduce((count, { unreadCount }) => count + unreadCount, portalUnread.count),
        atLeast: portalUnread.atLeast || atLeast,
      };
    case 'portal':
      return portalUnread;
    case 'service':
      return { count: serviceIn(agencies, folder.serviceId)?.unreadCount ?? 0, atLeast };
    case 'trash':
      return { count: 0, atLeast: false };
  }
}
