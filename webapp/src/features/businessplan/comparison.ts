import type { AnswerOf, BodyOf } from '@/lib/api/call';
import { answersIn, figuresIn, planOf, queryIn, type Plan, type Query } from './plan';
import type { TotalName } from './totals';

export const changesPath = '/api/businessapplications/startupcostestimate/changes';

export type Comparison = AnswerOf<typeof changesPath, 'post'>;
export type Change = Comparison['changes'][number];
export type Compared = BodyOf<typeof changesPath, 'post'>;

/** What an address calls the estimate that this one is compared with: a day, or what was there before. */
export const compareName = 'compareWith';
/** The estimate before the answers were changed, which only this browser knows. */
export const earlierAnswers = 'before';

/** The totals that a comparison tells. */
export const comparedTotals = [
  'oneTime',
  'monthly',
  'yearly',
  'firstYear',
  'cashNeeded',
] as const satisfies TotalName[];

/** The plan that an address carries, with the fees of a day. Only of an address that the portal has taken. */
export function planOfDay(query: Query, day: string): Plan {
  return {
    ...planOf(answersIn(query, ''), figuresIn(query), query.contractorClass !== undefined),
    date: day,
  };
}

/** The same answers with the fees of two days, the earlier one first. */
export function comparedDays(query: Query, asOf: string, day: string): Compared {
  const [before, after] = [asOf, day].sort();
  return { before: planOfDay(query, before ?? asOf), after: planOfDay(query, after ?? day) };
}

/** What was asked for before against what is asked for now; null where the earlier address says nothing. */
export function comparedAnswers(query: Query, asOf: string, earlierSearch: string): Compared | null {
  const earlier = queryIn(new URLSearchParams(earlierSearch));
  if (!earlier) return null;
  return { before: planOfDay(earlier, earlier.date ?? asOf), after: planOfDay(query, asOf) };
}

/** Whether the totals that a comparison tells are the same in both estimates. */
export function hasSameTotals({ before, after }: Comparison): boolean {
  return comparedTotals.every((name) =>
    (['Low', 'Typical', 'High'] as const).every(
      (bound) => before[`${name}${bound}`] === after[`${name}${bound}`],
    ),
  );
}
