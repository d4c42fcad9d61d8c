import { Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { Icon } from '@/components/Icon';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Shows a notice while there is no network. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className={isOnline ? undefined : 'offline small'}>
      {!isOnline && (
        <p className="band row row--tight row--nowrap row--top">
          <Icon name="warning" />
          <Trans>
            You are offline. You can keep reading and typing. You can send again when you are back online.
          </Trans>
        </p>
      )}
    </div>
  );
}
