import { useEffect, useEffectEvent } from 'react';

/** Handles Escape anywhere on the page, except where it already has another meaning. */
export function useEscape(onEscape: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return;
    const isElsewhere = event.target !== document.body && !event.target.closest('main');
    if (!isElsewhere && !event.target.matches('input, select')) onEscape();
  });
  useEffect(() => {
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}
