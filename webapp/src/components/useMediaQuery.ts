import { useCallback, useRef, useSyncExternalStore } from 'react';

/**
 * Returns true while the window matches a media query.
 *
 * Paper is narrower than most windows. The page keeps its layout while it prints, because another layout would lose
 * typed text and open panels.
 */
export function useMediaQuery(query: string): boolean {
  const onScreen = useRef<boolean>(undefined);
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => {
    if (onScreen.current === undefined || !window.matchMedia('print').matches)
      onScreen.current = window.matchMedia(query).matches;
    return onScreen.current;
  });
}
