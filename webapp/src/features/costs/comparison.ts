import type { AnswerOf, BodyOf } from '@/lib/api/call';
import {
  parseAnswers,
  parseFigures,
  createEstimateRequest,
  parseQuery,
  type EstimateRequest,
  type EstimateQuery,
} from './estimate';
import type { TotalName } from './totals';

export const changesPath = '/api/businessapplications/startupcostestimate/changes';

export type Comparison = AnswerOf<typeof changesPath, 'post'>;
export type Change = Comparison['changes'][number];
export type ComparisonRequest = BodyOf<typeof changesPath, 'post'>;

/** The address parameter that says what to compare with: a day, or `before`. */
export const compareParameter = 'compareWith';
/** Its value for the estimate before the answers were changed, which only this browser knows. */
export const compareWithEarlierAnswers = 'before';

/** The totals in a comparison. */
export const comparedTotals = [
  'oneTime',
  'monthly',
  'yearly',
  'firstYear',
  'cashNeeded',
] as const satisfies TotalName[];

/** Creates a request from parameters that the portal has accepted, with the fees of a day. */
export function createRequestForDay(query: EstimateQuery, day: string): EstimateRequest {
  return {
    ...createEstimateRequest(
      parseAnswers(query, ''),
      parseFigures(query),
      query.contractorClass !== undefined,
    ),
    date: day,
  };
}

/** Creates a comparison of the same answers with the fees of two days, earlier day first. */
export function createDayComparison(query: EstimateQuery, asOf: string, day: string): ComparisonRequest {
  const [before, after] = [asOf, day].sort();
  return {
    before: createRequestForDay(query, before ?? asOf),
    after: createRequestForDay(query, after ?? day),
  };
}

/** Creates a comparison of earlier and current answers; null when the earlier address has none. */
export function createAnswerComparison(
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
