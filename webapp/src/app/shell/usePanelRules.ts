import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { panels } from '@/lib/panels/panels';

/** Every panel closes when a navigation ends, on the way back, and on Escape, which gives the focus back. */
export function usePanelRules(): void {
  const { key } = useLocation();

  useEffect(() => panels.close(), [key]);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key === 'Escape') panels.closeAndReturn();
    }
    function onBack() {
      panels.close();
    }
    document.addEventListener('keydown', onKey);
    window.addEventListener('popstate', onBack);
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('popstate', onBack);
    };
  }, []);
}
