import { useEffect, useRef, type MouseEvent } from 'react';
import { panels, usePanelState, type PanelName } from '@/lib/panels/panels';

/** A menu that a button of the header opens. It closes on a press outside its container. */
export function usePanel(name: PanelName) {
  const isOpen = usePanelState(name);
  const container = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    function closeOutside(event: PointerEvent) {
      if (event.target instanceof Node && !container.current?.contains(event.target)) panels.close();
    }
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  function toggle(event: MouseEvent<HTMLElement>) {
    panels.toggle(name, event.currentTarget);
  }

  return { isOpen, toggle, container };
}
