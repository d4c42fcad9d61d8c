import type { Comparison, ComparisonRequest, EstimateQuery, EstimateRequest } from './api';
import { createEstimateRequest, parseAnswers, parseFigures, parseQuery } from './estimate';
import type { TotalName } from './totals';

/** The totals in a comparison. */
export const comparedTotals = [
  'oneTime',
  'monthly',
  'yearly',
  'firstYear',
  'cashNeeded',
] as const satisfies TotalName[];

/** Creates a request from parameters that the portal has accepted, with the fees of a day. */
function createRequestForDay(query: EstimateQuery, day: string): EstimateRequest {
  return {
    ...createEstimateRequest(
      parseAnswers(query, ''),
      parseFigures(query),
      query.contractorClass !== undefined,
    ),
    date: day,
  };
}

/** Creates a comparison of earlier and current answers; null when the earlier address has none. */
export function createComparison(
  query: EstimateQuery,
  asOf: string,
  earlierSearch: string,
): ComparisonRequest | null {
  const earlier = parseQuery(new URLSearchParams(earlierSearch));
  if (!earlier) return null;
  return {
    before: createRequestForDay(earlier, earlier.date ?? asOf),
    after: createRequestForDay(query, asOf),
  };
}

/** Returns true when both estimates have the same totals. */
export function hasSameTotals({ before, after }: Comparison): boolean {
  return comparedTotals.every((name) =>
    (['Low', 'Typical', 'High'] as const).every(
      (bound) => before[`${name}${bound}`] === after[`${name}${bound}`],
    ),
  );
}
