import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useArrival } from '@/lib/arrival';
import { useMediaQuery } from '@/components/useMediaQuery';

/** The width with room for the list and an item side by side; the same as in the styles. */
const wide = '(min-width: 64em)';

interface Detail {
  /** True if the item is shown beside the list, not on a page of its own. */
  isWide: boolean;
  /** Returns to the list and moves the focus to the former item, or to the given one. */
  close: (nextId?: string) => void;
}

/**
 * Returns from an item to the list.
 *
 * @param shownId the item in the address
 * @param list the address of the list
 * @param getLinkId Returns the id of an item's link in the list
 */
export function useDetail(
  shownId: string | undefined,
  list: { pathname: string; search: string },
  getLinkId: (id: string) => string,
): Detail {
  const navigate = useNavigate();
  const { isFromList } = useArrival();
  const before = useRef(shownId);
  const next = useRef<string | undefined>(undefined);

  useEffect(() => {
    const left = next.current ?? before.current;
    if (shownId === undefined && left !== undefined) {
      const link = document.getElementById(getLinkId(left));
      if (link) link.focus();
      else if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus();
    }
    before.current = shownId;
    next.current = undefined;
  }, [shownId, getLinkId]);

  return {
    isWide: useMediaQuery(wide),
    close: (nextId) => {
      next.current = nextId;
      // Goes back in the history, if the list led here.
      if (isFromList) void navigate(-1);
      else void navigate(list, { replace: true });
    },
  };
}
