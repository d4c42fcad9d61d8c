import { useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { panels } from '@/lib/panels/panels';
import { FocusTrap } from '@/components/FocusTrap';
import { Icon } from '@/components/Icon';

interface SidePanelProps {
  title: string;
  children: ReactNode;
}

/** A panel beside the page, which the pointer can still reach. */
export function SidePanel({ title, children }: SidePanelProps) {
  const { t } = useLingui();
  const container = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <section ref={container} className="side-panel" role="dialog" aria-labelledby={titleId}>
      <FocusTrap isActive container={container}>
        <div className="row row--between row--nowrap side-panel__top">
          <h2 ref={heading} id={titleId} tabIndex={-1} className="heading-md">
            {title}
          </h2>
          <button
            type="button"
            className="tool-button"
            aria-label={t`Close`}
            onClick={() => panels.closeAndReturn()}
          >
            <Icon name="close" />
          </button>
        </div>
        {children}
      </FocusTrap>
    </section>
  );
}
