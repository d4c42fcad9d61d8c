import type { Estimate, Line } from './estimate';

/** The lowest, typical and highest figure, in cents. */
export interface Range {
  low: number;
  typical: number;
  high: number;
}

type Totals = Estimate['totals'];
export type TotalName =
  'oneTime' | 'monthly' | 'yearly' | 'firstYear' | 'contingency' | 'cashNeeded' | 'stillNeeded';

/** Returns one of the totals as a range. */
export function getTotal(totals: Totals, name: TotalName): Range {
  return {
    low: totals[`${name}Low`],
    typical: totals[`${name}Typical`],
    high: totals[`${name}High`],
  };
}

/** The typical costs of a group, in cents. */
export interface GroupCost {
  group: string;
  opening: number;
  monthly: number;
  yearly: number;
  firstYear: number;
}

/** Sums typical costs by group, largest first year first; lines without a figure are left out. */
export function groupCosts(lines: readonly Line[]): GroupCost[] {
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
