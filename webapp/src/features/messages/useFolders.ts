import { useEffect, useRef } from 'react';
import { useUnread } from '@/lib/unread/unread';
import { useAgencies, useUnreadOfPortal, type Agencies } from './api';
import type { Folder } from './messages';

/** A number of unread messages, with true if there may be more. */
export interface UnreadCount {
  count: number;
  atLeast: boolean;
}

export type Folders = ReturnType<typeof useFolders>;

/** Reads the folders of both inboxes with their unread messages, again for each change of the bell. */
export function useFolders() {
  const { mutate: mutatePortal, ...portal } = useUnreadOfPortal();
  const { mutate: mutateAgencies, ...agencies } = useAgencies();
  const fingerprint = useUnread().agency?.fingerprint;

  const known = useRef(fingerprint);
  useEffect(() => {
    if (known.current !== undefined && known.current !== fingerprint) void mutateAgencies();
    known.current = fingerprint;
  }, [fingerprint, mutateAgencies]);

  return {
    agencies: agencies.data?.items ?? [],
    portalUnread: portal.data ?? { count: 0, atLeast: false },
    /** True if there may be more unread messages of services. */
    atLeast: agencies.data?.atLeast ?? false,
    isLoading: portal.isLoading || agencies.isLoading,
    error: portal.error ?? agencies.error,
    readAgencies: mutateAgencies,
    readAgain: () => {
      void mutatePortal();
      void mutateAgencies();
    },
  };
}

/** Returns the service with its agency; undefined if the person has no folder of it. */
export function findService(agencies: Agencies['items'], serviceId: string | null) {
  return agencies
    .flatMap(({ services }) => services)
    .find(({ agencyServiceId }) => agencyServiceId === serviceId);
}

/** Counts the unread messages of a folder; the trash has none. */
export function countUnread(
  { agencies, portalUnread, atLeast }: Folders,
  { kind, serviceId }: Folder,
): UnreadCount {
  if (kind === 'portal') return portalUnread;
  if (kind === 'service') return { count: findService(agencies, serviceId)?.unreadCount ?? 0, atLeast };
  if (kind === 'trash') return { count: 0, atLeast: false };
  return {
    count: agencies.reduce((count, { unreadCount }) => count + unreadCount, portalUnread.count),
    atLeast: portalUnread.atLeast || atLeast,
  };
}
