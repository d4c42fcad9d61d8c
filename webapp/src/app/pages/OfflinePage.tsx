import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { reload } from '@/lib/browser';
import { PageHeading } from '@/components/PageHeading';

/** Replaces a page that could not be loaded without a network, and opens it when the network is back. */
export function OfflinePage() {
  const { t } = useLingui();

  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);

  return (
    <div className="page page--narrow">
      <PageHeading title={t`You are offline`} />
      <p className="lead">
        <Trans>This page isn’t on your device yet. It opens by itself when you are back online.</Trans>
      </p>
    </div>
  );
}
