import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { createLazyComponent } from '@/lib/lazyComponent';
import { usePanelState } from '@/lib/panels/panels';
import { HelpNotice } from './HelpNotice';
import { SidePanel } from './SidePanel';

const HelpFrame = createLazyComponent(() =>
  import('./HelpFrame').then(
    ({ HelpFrame }) => HelpFrame,
    () => () => <HelpNotice onRetry={() => window.location.reload()} />,
  ),
);

/** The User Assistance panel beside the page. */
export function HelpPanel() {
  const { t } = useLingui();
  return usePanelState('help') ? (
    <SidePanel title={t`User Assistance`}>
      <Suspense fallback={<p className="side-panel__text" role="status">{t`Loading…`}</p>}>
        <HelpFrame />
      </Suspense>
    </SidePanel>
  ) : null;
}
