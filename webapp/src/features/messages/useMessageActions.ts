import { useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { useRefreshUnread } from '@/lib/unread/unread';
import { useDialogs } from '@/components/dialogs/dialogs';
import { showToast } from '@/components/toasts/toasts';
import { deleteMessages, emptyPartOfTrash, markMessages, restoreMessages, type Reference } from './api';
import type { ListedMessage } from './messages';
import type { MessageList } from './useMessageList';

/** Milliseconds in which a deletion can be undone. */
const undoTime = 10_000;

/** The maximum number of messages in one call. */
const callLength = 100;

type Work = (part: readonly Reference[]) => ReturnType<typeof deleteMessages>;

/** Does the work in calls that the portal accepts; returns the messages for which it failed. */
async function callInParts(messages: readonly Reference[], work: Work): Promise<Reference[]> {
  const failed: Reference[] = [];
  for (const inbox of ['portal', 'agency']) {
    const own = messages.filter((message) => message.inbox === inbox);
    for (let start = 0; start < own.length; start += callLength) {
      const part = own.slice(start, start + callLength);
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

/** Changes messages. The list shows a change at once and takes it back where it failed; nothing is thrown. */
export function useMessageActions(list: MessageList, readAgencies: () => unknown) {
  const { t } = useLingui();
  const { confirmDelete } = useDialogs();
  const refreshUnread = useRefreshUnread();
  const shown = useRef(list);
  useEffect(() => {
    shown.current = list;
  }, [list]);

  /** Reads the unread counts again; the bell's answer is also the count of the portal. */
  function settle(): void {
    refreshUnread();
    void readAgencies();
  }

  /**
   * Does work on messages; returns those for which it succeeded.
   *
   * @param visit the list that has the messages; another one that was opened meanwhile is read again
   */
  async function apply(
    messages: readonly Reference[],
    [name, value]: [name: 'isRead' | 'isGone', value: boolean],
    work: Work,
    problem: string,
    visit = shown.current.visit,
  ): Promise<Reference[]> {
    if (messages.length === 0) return [];
    shown.current.change(messages, { [name]: value });
    const failed = await callInParts(messages, work);
    if (failed.length > 0) {
      shown.current.change(failed, { [name]: !value });
      showToast(problem, 'failure');
    }
    if (shown.current.visit !== visit) shown.current.reload();
    settle();
    return messages.filter((message) => !failed.includes(message));
  }

  async function mark(messages: readonly ListedMessage[], isRead: boolean): Promise<void> {
    const changing = messages.filter((message) => message.isRead !== isRead);
    const problem = t`Some messages could not be marked. Try again in a moment.`;
    await apply(changing, ['isRead', isRead], (part) => markMessages(part, isRead), problem);
  }

  /** Moves to the trash, with a way to undo it for a while. */
  async function remove(messages: readonly Reference[]): Promise<void> {
    const { visit } = shown.current;
    const problem = t`Some messages could not be deleted. Try again in a moment.`;
    const deleted = await apply(messages, ['isGone', true], deleteMessages, problem);
    const count = deleted.length;
    if (count === 0) return;
    const text = t`${plural(count, { one: '# message is in the trash.', other: '# messages are in the trash.' })}`;
    const undo = () => {
      const undoProblem = t`Some messages could not be restored. Look for them in the trash.`;
      void apply(deleted, ['isGone', false], restoreMessages, undoProblem, visit);
    };
    showToast(text, 'success', { label: t`Undo`, duration: undoTime, run: undo });
  }

  /** Moves out of the trash. */
  async function restore(messages: readonly Reference[]): Promise<void> {
    const problem = t`Some messages could not be restored. Try again in a moment.`;
    const { length: count } = await apply(messages, ['isGone', true], restoreMessages, problem);
    if (count === 0) return;
    showToast(
      t`${plural(count, { one: '# message is back in its folder.', other: '# messages are back in their folders.' })}`,
    );
  }

  /** Empties the trash for good, after a question. */
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
    shown.current.reload();
  }

  /** Shows that the portal has marked an opened message as read. */
  const noteOpened = (message: Reference) => {
    shown.current.change([message], { isRead: true });
    settle();
  };

  return { mark, noteOpened, remove, restore, emptyTrash };
}
