import { useCallback, useRef, useSyncExternalStore } from 'react';

/**
 * Returns true while the window matches a media query.
 *
 * Paper is narrower than most windows. The page keeps the form of its window while it prints: another form would forget
 * what the person has typed and opened.
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
