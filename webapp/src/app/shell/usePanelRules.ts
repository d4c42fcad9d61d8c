import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { leavePage, panels } from '@/lib/panels/panels';

/** Panels close when a navigation ends, on the way back, and on Escape, which gives the focus back. */
export function usePanelRules(): void {
  const { key } = useLocation();

  useEffect(leavePage, [key]);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      // In a dialog it answers the dialog.
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
