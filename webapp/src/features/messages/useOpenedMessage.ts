import { useLingui } from '@lingui/react';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '@/lib/api/errors';
import { markAsRead, useMessage, type Reference, type Reply } from './api';
import { readMessage, type OpenedMessage } from './messages';

export type Opened = ReturnType<typeof useOpenedMessage>;

/**
 * Opens a message, which marks it as read: the portal marks an agency's message by itself, and its own on request. A
 * message in the trash stays unchanged.
 *
 * @param reference null until the message is known
 * @param onRead called once the portal has marked the message
 */
export function useOpenedMessage(reference: Reference | null, onRead: (message: OpenedMessage) => void) {
  const { i18n } = useLingui();
  const { data, error, mutate } = useMessage(reference, i18n.locale, readMessage);
  const update = (changed: OpenedMessage) => void mutate(changed, { revalidate: false });

  const finish = useEffectEvent(async (message: OpenedMessage) => {
    if (message.deletedAt !== null) return;
    if (message.inbox === 'portal' && !message.isRead) {
      try {
        await markAsRead(message.id);
      } catch {
        // It stays unread, in the list and in the bell, and is marked when it is opened again.
        return;
      }
      update({ ...message, isRead: true, readAt: message.readAt ?? new Date().toISOString() });
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
    /** Shows a reply that was sent. */
    addReply: (reply: Reply) => {
      if (!data) return;
      update({ ...data, replies: [...data.replies.filter(({ id }) => id !== reply.id), reply] });
    },
  };
}
