import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Show more of a list, then move the focus to the first new item.
 *
 * @param count how many items are shown
 * @param focus moves the focus to the item at a place; it is called once loading ends, also when nothing came
 * @param showMore asks for more items
 * @returns a function for the button that shows more
 */
export function useFocusOnNext(
  count: number,
  isLoading: boolean,
  focus: (place: number) => void,
  showMore: () => void,
): () => void {
  const from = useRef<number | null>(null);
  const focusNext = useEffectEvent(() => {
    if (from.current === null || isLoading) return;
    focus(from.current);
    from.current = null;
  });
  useEffect(() => focusNext(), [count, isLoading]);
  return () => {
    if (isLoading) return;
    from.current = count;
    showMore();
  };
}
