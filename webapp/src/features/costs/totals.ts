import type { Estimate, Line } from './api';

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

/** Returns the range of a line; null without a figure. */
export function getRange({ high, low, typical }: Line): Range | null {
  return low === null || typical === null || high === null ? null : { high, low, typical };
}

/** Days on which lines fall due, each with the total that sums them. */
export const dueTotals = [
  ['opening', 'oneTime'],
  ['monthly', 'monthly'],
  ['yearly', 'yearly'],
] as const satisfies readonly (readonly [Line['fallsDue'], TotalName])[];

const shownCosts = 6;

interface OpeningCosts {
  /** Lines to pay before opening, greatest first. */
  greatest: { label: string; range: Range }[];
  /** The sum of all others; null when there are none. */
  others: { count: number; range: Range } | null;
}

/** Lists the costs to open, at most six entries; fees of which none is known are left out. */
export function listOpeningCosts(lines: readonly Line[]): OpeningCosts {
  const costs = lines
    .flatMap((line) => {
      const range = line.fallsDue === 'opening' ? getRange(line) : null;
      return range && range.high > 0 ? [{ label: line.label, range }] : [];
    })
    .sort((one, other) => other.range.high - one.range.high);
  if (costs.length <= shownCosts) return { greatest: costs, others: null };
  const rest = costs.slice(shownCosts - 1);
  const range = { low: 0, typical: 0, high: 0 };
  for (const cost of rest)
    for (const bound of ['low', 'typical', 'high'] as const) range[bound] += cost.range[bound];
  return { greatest: costs.slice(0, shownCosts - 1), others: { count: rest.length, range } };
}

export type CostKind = 'government' | 'premises' | 'insurance' | 'people' | 'equipment' | 'other';

const kindsByGroup: Readonly<Record<string, CostKind>> = {
  premises: 'premises',
  insurance: 'insurance',
  employer: 'people',
  payroll: 'people',
  equipment: 'equipment',
  inventory: 'equipment',
};

function getKind({ group, isGovernmentFee }: Line): CostKind {
  return kindsByGroup[group] ?? (isGovernmentFee ? 'government' : 'other');
}

/** Sums typical costs of the first year by kind, in cents, greatest first; lines without a figure are left out. */
export function sumFirstYear(lines: readonly Line[]): { kind: CostKind; cents: number }[] {
  const sums = new Map<CostKind, number>();
  for (const line of lines) {
    const { typical, fallsDue } = line;
    if (!typical) continue;
    const kind = getKind(line);
    sums.set(kind, (sums.get(kind) ?? 0) + typical * (fallsDue === 'monthly' ? 12 : 1));
  }
  return [...sums].map(([kind, cents]) => ({ kind, cents })).sort((one, other) => other.cents - one.cents);
}
