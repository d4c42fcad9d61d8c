import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { leavePage, panels } from '@/lib/panels/panels';

/** Closes panels after a navigation, on going back, and on Escape, which also returns the focus. */
export function usePanelRules(): void {
  const { key } = useLocation();

  useEffect(leavePage, [key]);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      // Escape in a dialog answers the dialog.
      if (event.key === 'Escape' && !document.querySelector('dialog')) panels.closeAndReturn();
    }
    document.addEventListener('keydown', onKey);
    window.addEventListener('popstate', leavePage);
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('popstate', leavePage);
    };
  }, []);
}
