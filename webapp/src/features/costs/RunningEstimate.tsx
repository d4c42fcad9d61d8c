import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { createLazyComponent } from '@/lib/lazyComponent';
import { useSettledValue } from '@/lib/useSettled';
import { useRunningEstimate, type EstimateRequest } from './api';

const OpeningCosts = createLazyComponent(async () => (await import('./OpeningCosts')).OpeningCosts);

/** The pause after the last change before an estimate is requested. */
const pauseMilliseconds = 600;

/**
 * Shows the cost to open while the answers change.
 *
 * @param plan the request for the present answers; null while they are incomplete or not valid.
 */
export function RunningEstimate({ plan }: { plan: EstimateRequest | null }) {
  const { t } = useLingui();
  const settled = useSettledValue(plan && JSON.stringify(plan), pauseMilliseconds);
  const { data, error } = useRunningEstimate(settled);
  return (
    <aside className="columns__aside" aria-live="polite" aria-label={t`Costs to open`}>
      <Suspense>{plan && data && error === undefined && <OpeningCosts estimate={data} />}</Suspense>
      {!plan && (
        <p className="card from-desktop">
          <Trans>Your costs to open appear here as you answer.</Trans>
        </p>
      )}
    </aside>
  );
}
