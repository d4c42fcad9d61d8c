import { useLingui } from '@lingui/react/macro';
import { useCallback, useRef } from 'react';
import { showToast } from '@/components/toasts/toasts';
import { moveCard, type Subscriptions, type UpdateSubscriptions } from './api';

/** The items with one of them at another place. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

/**
 * Moves a card. It is shown at its new place at once; when that cannot be saved, the last order that was saved comes
 * back and a toast says so.
 */
export function useOrder(
  subscriptions: Subscriptions | undefined,
  mutate: UpdateSubscriptions,
): (subscriptionId: string, place: number) => void {
  const { t } = useLingui();
  const saved = useRef<Subscriptions>(undefined);
  const unsaved = useRef(0);
  const saving = useRef(Promise.resolve());

  return useCallback(
    (id, place) => {
      const items = subscriptions?.items ?? [];
      const from = items.findIndex((item) => item.id === id);
      if (!subscriptions || from < 0 || from === place || place < 0 || place >= items.length) return;
      if (unsaved.current === 0) saved.current = subscriptions;
      unsaved.current += 1;
      const wanted = {
        items: moveItem(items, from, place).map((item, sortIndex) => ({ ...item, sortIndex })),
      };
      void mutate(wanted, { revalidate: false });

      async function save() {
        try {
          // The others keep their order around it, also those that another tab has moved or added.
          await moveCard(id, place);
          saved.current = wanted;
        } catch {
          showToast(t`The new order could not be saved. Your cards are back where they were.`, 'failure');
          await mutate(saved.current, { revalidate: true });
        } finally {
          unsaved.current -= 1;
        }
      }
      saving.current = saving.current.then(save);
    },
    [subscriptions, mutate, t],
  );
}
