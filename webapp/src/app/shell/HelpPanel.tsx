import { useLingui } from '@lingui/react/macro';
import { Suspense, useEffect, useId, useRef } from 'react';
import { lazyComponent } from '@/lib/lazyComponent';
import { panels, usePanelState } from '@/lib/panels/panels';
import { FocusTrap } from '@/components/FocusTrap';
import { Icon } from '@/components/Icon';
import { HelpNotice } from './HelpNotice';

const HelpFrame = lazyComponent(() =>
  import('./HelpFrame').then(
    ({ HelpFrame }) => HelpFrame,
    () => () => <HelpNotice onRetry={() => window.location.reload()} />,
  ),
);

/** User Assistance, beside the page it helps with: the page stays in reach of the pointer. */
function Assistance() {
  const { t } = useLingui();
  const container = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  useEffect(() => title.current?.focus({ preventScroll: true }), []);

  return (
    <section ref={container} className="help-panel" role="dialog" aria-labelledby={titleId}>
      <FocusTrap isActive container={container}>
        <div className="help-panel__top">
          <h2 ref={title} id={titleId} tabIndex={-1} className="help-panel__title">
            {t`User Assistance`}
          </h2>
          <button
            type="button"
            className="tool-button"
            aria-label={t`Close help`}
            onClick={() => panels.closeAndReturn()}
          >
            <Icon name="close" />
          </button>
        </div>
        <Suspense fallback={<p className="help-panel__text" role="status">{t`Loading…`}</p>}>
          <HelpFrame />
        </Suspense>
      </FocusTrap>
    </section>
  );
}

export function HelpPanel() {
  return usePanelState('help') ? <Assistance /> : null;
}
