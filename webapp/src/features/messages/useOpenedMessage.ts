import { useLingui } from '@lingui/react';
import { useEffect, useEffectEvent } from 'react';
import useSWR from 'swr';
import { ApiError } from '@/lib/api/errors';
import { readRules } from '@/lib/api/useRead';
import { useAccount } from '@/lib/auth/session';
import { getAgencyMessage, getPortalMessage, markAsRead, type Reply } from './api';
import { openedOfAgency, openedOfPortal, type OpenedMessage, type Reference } from './messages';

async function open({ id, inbox, subscriptionId }: Reference): Promise<OpenedMessage> {
  return inbox === 'portal'
    ? openedOfPortal(await getPortalMessage(id))
    : openedOfAgency(await getAgencyMessage(id, subscriptionId));
}

export interface Opened {
  message: OpenedMessage | undefined;
  isMissing: boolean;
  error: unknown;
  retry: () => void;
  /** Shows a reply that was sent. */
  addReply: (reply: Reply) => void;
}

/**
 * Opens a message, which marks it as read: the portal does so by itself for an agency's message and has to be told for
 * its own. A message in the trash stays as it is.
 *
 * @param reference null as long as it is not known which message it is.
 * @param onRead is told once that the portal has marked the message.
 */
export function useOpenedMessage(
  reference: Reference | null,
  onRead: (message: OpenedMessage) => void,
): Opened {
  const { id: userId } = useAccount();
  const { i18n } = useLingui();
  const { data, error, mutate } = useSWR<OpenedMessage, unknown, readonly [string, string, Reference] | null>(
    reference && [userId, i18n.locale, reference],
    ([, , wanted]) => open(wanted),
    // Reading an agency's message again would mark it again, though it was marked as unread elsewhere.
    { ...readRules, revalidateOnReconnect: false },
  );

  const finish = useEffectEvent(async (message: OpenedMessage) => {
    if (message.deletedAt !== null) return;
    if (message.inbox === 'portal' && !message.isRead) {
      try {
        await markAsRead(message.id);
      } catch {
        // It stays unread, in the list and in the bell, and is marked when it is opened again.
        return;
      }
      const readAt = message.readAt ?? new Date().toISOString();
      void mutate({ ...message, isRead: true, readAt }, { revalidate: false });
    }
    onRead(message);
  });

  const openedId = data?.id;
  useEffect(() => {
    if (data) void finish(data);
    // Once for each message that is opened, not for each answer about it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [openedId]);

  const isMissing = error instanceof ApiError && error.status === 404;
  return {
    message: isMissing ? undefined : data,
    isMissing,
    error: isMissing ? undefined : error,
    retry: () => void mutate(),
    addReply: (reply) => {
      if (!data) return;
      const replies = [...data.replies.filter(({ id }) => id !== reply.id), reply];
      void mutate({ ...data, replies }, { revalidate: false });
    },
  };
}
