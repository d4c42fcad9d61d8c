import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { useArrival } from './arrival';

/** Milliseconds between the last keystroke and the search. */
const pauseMilliseconds = 150;

/**
 * The text of a search box whose search is in the address of the page.
 *
 * @param searched the search in the address.
 * @param search puts the text into the address, with `isTyped` in the history; called when typing pauses.
 */
export function useTypedSearch(
  searched: string,
  search: (typed: string) => void,
): readonly [typed: string, setTyped: (typed: string) => void] {
  const [typed, setTyped] = useState(searched);
  const { key } = useLocation();
  const { isTyped } = useArrival();
  const [shownKey, setShownKey] = useState(key);

  if (shownKey !== key) {
    setShownKey(key);
    // The box is ahead of the address during typing, unless the address came from elsewhere.
    if (!isTyped) setTyped(searched);
  }

  const searchTyped = useEffectEvent(() => {
    if (typed !== searched) search(typed);
  });
  useEffect(() => {
    const timer = setTimeout(() => searchTyped(), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed]);

  return [typed, setTyped];
}
