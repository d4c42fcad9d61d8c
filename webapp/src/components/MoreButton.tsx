import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import type { Pages } from '@/lib/api/usePages';
import { Button } from '@/components/Button';

interface MoreButtonProps {
  found: Pick<Pages<unknown>, 'hasMore' | 'isSearching' | 'error' | 'showMore'>;
  /** The number of shown items. */
  count: number;
  /** Moves the focus to the item at an index; called once loading ends, even without new items. */
  focus: (place: number) => void;
  children: ReactNode;
}

/** Shows the next page of a list, then moves the focus to its first item. */
export function MoreButton({ found, count, focus, children }: MoreButtonProps) {
  const { hasMore, isSearching, error, showMore } = found;
  const from = useRef<number | null>(null);
  const focusNext = useEffectEvent(() => {
    if (from.current === null || isSearching) return;
    focus(from.current);
    from.current = null;
  });
  useEffect(() => focusNext(), [count, isSearching]);

  if (!hasMore || error !== undefined) return null;
  return (
    <Button
      kind="outline"
      isBusy={isSearching}
      onClick={() => {
        if (isSearching) return;
        from.current = count;
        showMore();
      }}
    >
      {isSearching ? <Trans>Please wait…</Trans> : children}
    </Button>
  );
}
