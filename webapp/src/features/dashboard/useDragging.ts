import { useEffect, useEffectEvent, type RefObject } from 'react';
import type Sortable from 'sortablejs';

/**
 * Lets items of a list be dragged by a handle, with a mouse or a finger. The library loads when somebody points at the
 * list or touches it.
 *
 * @param onDrop gets both places from 0; the list is in its old order then
 */
export function useDragging(
  list: RefObject<HTMLElement | null>,
  handle: string,
  onDrop: (from: number, to: number) => void,
): void {
  const drop = useEffectEvent(onDrop);

  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    let sortable: Sortable | undefined;
    let isOver = false;

    async function load(within: HTMLElement) {
      const { default: Library } = await import('sortablejs');
      if (isOver) return;
      sortable = Library.create(within, {
        handle,
        // The browser's own dragging knows no touch.
        forceFallback: true,
        fallbackTolerance: 4,
        onEnd: ({ item, oldIndex = 0, newIndex = 0 }) => {
          if (oldIndex === newIndex) return;
          // React owns the order of the elements.
          within.insertBefore(item, within.children[oldIndex < newIndex ? oldIndex : oldIndex + 1] ?? null);
          drop(oldIndex, newIndex);
        },
      });
    }
    const begin = () => void load(element).catch(() => element.addEventListener('pointerover', begin, once));
    const once = { once: true };
    element.addEventListener('pointerover', begin, once);
    return () => {
      isOver = true;
      element.removeEventListener('pointerover', begin);
      sortable?.destroy();
    };
  }, [list, handle]);
}
