import { useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import { useCallback } from 'react';
import { useRefreshUnread } from '@/lib/unread/unread';
import { useDialogs } from '@/components/dialogs/dialogs';
import { showToast } from '@/components/toasts/toasts';
import {
  deleteAgencyMessages,
  deletePortalMessages,
  emptyPartOfTrash,
  markAgencyMessages,
  markPortalMessages,
  restoreMessages,
} from './api';
import type { useChanges } from './changes';
import type { Folder, ListedMessage, Reference } from './messages';
import type { Folders } from './useFolders';

/** Milliseconds in which one press undoes a deletion; after that, the message is in the trash. */
const undoTime = 10_000;

/** The most messages that the portal changes in one call. */
const most = 100;

const folderOf = ({ serviceId }: Reference): Folder =>
  serviceId === null ? { kind: 'portal' } : { kind: 'service', serviceId };

const idsOf = (messages: readonly Reference[]) => messages.map(({ id }) => id);

const referencesOf = (messages: readonly Reference[]) =>
  messages.map(({ id, subscriptionId }) => ({
    messageId: id,
    userAgencySubscriptionId: subscriptionId ?? '',
  }));

type Work<M> = (part: readonly M[]) => Promise<{ results: { outcome: string }[] }>;

/** Does the work in calls that the portal takes; the answer is what could not be done. */
async function inParts<M extends Reference>(
  messages: readonly M[],
  ofPortal: Work<M>,
  ofAgencies: Work<M> = ofPortal,
): Promise<M[]> {
  const failed: M[] = [];
  for (const [inbox, work] of [
    ['portal', ofPortal],
    ['agency', ofAgencies],
  ] as const) {
    const own = messages.filter((message) => message.inbox === inbox);
    for (let start = 0; start < own.length; start += most) {
      const part = own.slice(start, start + most);
      try {
        const { results } = await work(part);
        failed.push(...part.filter((_, place) => results[place]?.outcome === 'notReached'));
      } catch {
        failed.push(...part);
      }
    }
  }
  return failed;
}

function mark(messages: readonly Reference[], isRead: boolean): Promise<Reference[]> {
  return inParts(
    messages,
    (part) => markPortalMessages(idsOf(part), isRead),
    (part) => markAgencyMessages(referencesOf(part), isRead),
  );
}

function moveToTrash(messages: readonly ListedMessage[]): Promise<ListedMessage[]> {
  return inParts(
    messages,
    (part) => deletePortalMessages(idsOf(part)),
    (part) => deleteAgencyMessages(referencesOf(part)),
  );
}

function moveBack<M extends Reference>(messages: readonly M[]): Promise<M[]> {
  return inParts(messages, (part) => restoreMessages(idsOf(part)));
}

interface Surroundings {
  folders: Pick<Folders, 'addUnread' | 'readAgain'>;
  change: ReturnType<typeof useChanges>[1];
  /** The messages are where they were; to be told so that a list that does not have them reads them. */
  onRestored: (ids: readonly string[]) => void;
  /** The messages are in the trash now; to be told so that a trash that was opened meanwhile reads them. */
  onDeleted: () => void;
  onTrashEmptied: () => void;
}

export interface MessageActions {
  /** Marks as read or unread. */
  mark: (messages: readonly ListedMessage[], isRead: boolean) => Promise<void>;
  /** To be called when the portal has marked a message as read because it was opened. */
  noteOpened: (message: Reference, wasUnread: boolean) => void;
  /** Moves to the trash, with a way to undo it for a while. */
  remove: (messages: readonly ListedMessage[]) => Promise<void>;
  /** Moves back out of the trash. */
  restore: (messages: readonly ListedMessage[]) => Promise<void>;
  /** Asks, and empties the trash for good. */
  emptyTrash: () => Promise<void>;
}

/**
 * What can be done with messages. Lists and counts show it at once and are put right when the portal could not do it;
 * nothing is thrown.
 */
export function useMessageActions({
  folders: { addUnread, readAgain },
  change,
  onRestored,
  onDeleted,
  onTrashEmptied,
}: Surroundings): MessageActions {
  const { t } = useLingui();
  const { confirmDelete } = useDialogs();
  const refreshUnread = useRefreshUnread();

  const settle = useCallback(() => {
    refreshUnread();
    readAgain();
  }, [refreshUnread, readAgain]);

  const noteOpened = useCallback(
    (message: Reference, wasUnread: boolean) => {
      change([message.id], { isRead: true });
      if (wasUnread) addUnread(folderOf(message), -1);
      settle();
    },
    [change, addUnread, settle],
  );

  function countUnread(messages: readonly ListedMessage[], sign: 1 | -1) {
    for (const message of messages) if (!message.isRead) addUnread(folderOf(message), sign);
  }

  async function markAs(messages: readonly ListedMessage[], isRead: boolean): Promise<void> {
    const changing = messages.filter((message) => message.isRead !== isRead);
    if (changing.length === 0) return;
    change(idsOf(changing), { isRead });
    for (const message of changing) addUnread(folderOf(message), isRead ? -1 : 1);
    const failed = await mark(changing, isRead);
    if (failed.length > 0) {
      change(idsOf(failed), { isRead: !isRead });
      showToast(t`Some messages could not be marked. Try again in a moment.`, 'failure');
    }
    settle();
  }

  async function putBack(messages: readonly ListedMessage[]): Promise<void> {
    change(idsOf(messages), { isDeleted: false });
    countUnread(messages, 1);
    const failed = await moveBack(messages);
    if (failed.length > 0) {
      change(idsOf(failed), { isDeleted: true });
      showToast(t`Some messages could not be restored. Look for it in the trash.`, 'failure');
    }
    const ids = idsOf(messages.filter((message) => !failed.includes(message)));
    if (ids.length > 0) onRestored(ids);
    settle();
  }

  async function remove(messages: readonly ListedMessage[]): Promise<void> {
    if (messages.length === 0) return;
    change(idsOf(messages), { isDeleted: true });
    countUnread(messages, -1);
    const failed = await moveToTrash(messages);
    if (failed.length > 0) {
      change(idsOf(failed), { isDeleted: false });
      countUnread(failed, 1);
      showToast(t`Some messages could not be deleted. Try again in a moment.`, 'failure');
    }
    const deleted = messages.filter((message) => !failed.includes(message));
    if (deleted.length > 0) {
      onDeleted();
      const count = deleted.length;
      const text = t`${plural(count, { one: '# message is in the trash.', other: '# messages are in the trash.' })}`;
      showToast(text, 'success', { label: t`Undo`, duration: undoTime, run: () => void putBack(deleted) });
    }
    settle();
  }

  async function restore(messages: readonly ListedMessage[]): Promise<void> {
    if (messages.length === 0) return;
    change(idsOf(messages), { isDeleted: false });
    const failed = await moveBack(messages);
    if (failed.length > 0) {
      change(idsOf(failed), { isDeleted: true });
      showToast(t`Some messages could not be restored. Try again in a moment.`, 'failure');
    }
    const count = messages.length - failed.length;
    if (count > 0) {
      const text = t`${plural(count, { one: '# message is back in its folder.', other: '# messages are back in their folders.' })}`;
      showToast(text);
    }
    settle();
  }

  async function emptyTrash(): Promise<void> {
    const isWanted = await confirmDelete({
      title: t`Empty the trash?`,
      body: t`Every message in the trash is deleted for good. This cannot be undone.`,
      okBtnText: t`Empty the trash`,
    });
    if (!isWanted) return;
    try {
      let isEmpty = false;
      while (!isEmpty) ({ isEmpty } = await emptyPartOfTrash());
      showToast(t`The trash is empty.`);
    } catch {
      showToast(t`The trash could not be emptied. Try again in a moment.`, 'failure');
    }
    onTrashEmptied();
  }

  return { mark: markAs, noteOpened, remove, restore, emptyTrash };
}
