import type { Estimate, Line } from './plan';

/** From the lowest to the highest figure, in cents. */
export interface Range {
  low: number;
  typical: number;
  high: number;
}

type Totals = Estimate['totals'];
export type TotalName =
  'oneTime' | 'monthly' | 'yearly' | 'firstYear' | 'contingency' | 'cashNeeded' | 'stillNeeded';

/** One of the totals. */
export function totalOf(totals: Totals, name: TotalName): Range {
  return {
    low: totals[`${name}Low`],
    typical: totals[`${name}Typical`],
    high: totals[`${name}High`],
  };
}

/** What a kind of cost typically comes to. */
export interface GroupCost {
  group: string;
  opening: number;
  monthly: number;
  yearly: number;
  firstYear: number;
}

/** The typical costs of the lines by their groups, the greatest first year first; a line without a figure counts nothing. */
export function costsByGroup(lines: readonly Line[]): GroupCost[] {
  const groups = new Map<string, GroupCost>();
  for (const { group, typical, fallsDue } of lines) {
    if (!typical) continue;
    const cost = groups.get(group) ?? { group, opening: 0, monthly: 0, yearly: 0, firstYear: 0 };
    cost[fallsDue] += typical;
    cost.firstYear += typical * (fallsDue === 'monthly' ? 12 : 1);
    groups.set(group, cost);
  }
  return [...groups.values()].sort((one, other) => other.firstYear - one.firstYear);
}
