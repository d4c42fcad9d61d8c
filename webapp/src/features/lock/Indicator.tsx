import Lock from '@uswds/uswds/img/usa-icons/lock.svg?react';
import LockOpen from '@uswds/uswds/img/usa-icons/lock_open.svg?react';
import { useLingui } from '@lingui/react/macro';
import { Suspense, useId } from 'react';
import { createLazyComponent } from '@/lib/lazyComponent';
import { FocusTrap } from '@/components/FocusTrap';
import { usePanel } from '@/components/usePanel';
import { useAuthenticationStatus, useLockedOut } from '@/lib/authentication/status';

const LockPanel = createLazyComponent(async () => (await import('./LockPanel')).LockPanel);

/** The lock in the header: shows if enhanced authentication is active, and opens the panel to start or end it. */
export function Indicator() {
  const { t } = useLingui();
  const panelId = useId();
  const { isOpen, toggle, container } = usePanel('authentication');
  const { data: status } = useAuthenticationStatus();
  const { data: lockedOut } = useLockedOut();
  const state = status?.isAuthenticated ? 'active' : lockedOut?.isLockedOut ? 'locked' : 'inactive';
  const isKnown = status && (status.isAuthenticated || lockedOut);
  const names = {
    active: t`Enhanced Authentication is active.`,
    locked: t`Enhanced Authentication is temporarily disabled.`,
    inactive: t`Enhanced Authentication is not active.`,
  };
  const LockIcon = state === 'inactive' ? LockOpen : Lock;
  const name = isKnown ? names[state] : t`Enhanced Authentication`;

  return (
    <div className="panel-anchor" ref={container}>
      <FocusTrap isActive={isOpen} container={container}>
        <button
          type="button"
          className={`tool-button tool-button--square lock-button ${isKnown ? `lock-button--${state}` : ''}`}
          aria-expanded={isOpen}
          aria-controls={panelId}
          aria-label={name}
          title={name}
          onClick={toggle}
        >
          <LockIcon className="usa-icon" aria-hidden="true" focusable="false" />
        </button>
        <div id={panelId} className="card panel" hidden={!isOpen}>
          {isOpen && (
            <Suspense fallback={null}>
              <LockPanel state={state} sentence={names[state]} />
            </Suspense>
          )}
        </div>
      </FocusTrap>
    </div>
  );
}
