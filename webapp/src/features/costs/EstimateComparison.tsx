import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useArrival } from '@/lib/arrival';
import { Awaited } from '@/components/FailedRead';
import { useComparison, type ComparisonRequest, type EstimateQuery } from './api';
import { ChangesTable, TotalsTable } from './ChangesTable';
import { createComparison, hasSameTotals } from './comparison';

interface EstimateComparisonProps {
  query: EstimateQuery;
  /** The day of the estimate. */
  asOf: string;
}

/** Compares the estimate with the one before the answers were changed, which only this browser knows. */
export function EstimateComparison({ query, asOf }: EstimateComparisonProps) {
  const { earlier } = useArrival();
  const [isOpen, setOpen] = useState(false);
  const compared = earlier === undefined ? null : createComparison(query, asOf, earlier);
  if (!compared) return null;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Trans>See what changed</Trans>
      </summary>
      {isOpen && <ComparisonResult compared={compared} />}
    </details>
  );
}

function ComparisonResult({ compared }: { compared: ComparisonRequest }) {
  const { data, error, mutate } = useComparison(compared);
  if (!data || error !== undefined) return <Awaited lines={4} error={error} onRetry={mutate} />;
  const { changes } = data;
  if (changes.length === 0 && hasSameTotals(data))
    return (
      <p role="status">
        <Trans>Nothing changed. Every line and total is the same.</Trans>
      </p>
    );
  return (
    <>
      {changes.length > 0 && <ChangesTable changes={changes} />}
      <TotalsTable comparison={data} />
    </>
  );
}
