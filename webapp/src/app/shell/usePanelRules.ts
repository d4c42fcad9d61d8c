import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { panels } from '@/lib/panels/panels';

/** Panels close when a navigation ends, on the way back, and on Escape, which gives the focus back. */
export function usePanelRules(): void {
  const { key } = useLocation();

  useEffect(() => panels.leavePage(), [key]);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      // In a dialog it answers the dialog.
      const isDialogs = event.target instanceof Element && event.target.closest('dialog');
      if (event.key === 'Escape' && !isDialogs) panels.closeAndReturn();
    }
    function onBack() {
      panels.leavePage();
    }
    document.addEventListener('keydown', onKey);
    window.addEventListener('popstate', onBack);
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('popstate', onBack);
    };
  }, []);
}
