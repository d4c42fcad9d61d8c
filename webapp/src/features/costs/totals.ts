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

interface Cost {
  label: string;
  range: Range;
}

interface OpeningCosts {
  /** Government fees whose amount is confirmed, or the person's own. */
  required: Cost[];
  /** Government fees with an amount that is not confirmed. */
  notConfirmed: Cost[];
  /** Labels of government fees without an amount. */
  unknown: string[];
  /** Estimates of the market, and the person's own amounts for what no government charges. */
  others: Cost[];
}

/** Lists the costs to open by how sure they are, greatest first; free ones are left out. */
export function listOpeningCosts(lines: readonly Line[]): OpeningCosts {
  const due = lines.filter(({ fallsDue }) => fallsDue === 'opening');
  const listCosts = (chosen: readonly Line[]) =>
    chosen
      .flatMap((line) => {
        const range = getRange(line);
        return range && range.high > 0 ? [{ label: line.label, range }] : [];
      })
      .sort((one, other) => other.range.high - one.range.high);
  const fees = due.filter(({ isGovernmentFee }) => isGovernmentFee);
  return {
    required: listCosts(fees.filter(({ status }) => status === 'confirmed' || status === 'own')),
    notConfirmed: listCosts(fees.filter(({ status }) => status === 'notConfirmed')),
    unknown: fees.filter(({ status }) => status === 'unknown').map(({ label }) => label),
    others: listCosts(due.filter(({ isGovernmentFee }) => !isGovernmentFee)),
  };
}

/** Adds up the costs of a list. */
export function sumCosts(costs: readonly Cost[]): Range {
  const sum = { low: 0, typical: 0, high: 0 };
  for (const { range } of costs)
    for (const bound of ['low', 'typical', 'high'] as const) sum[bound] += range[bound];
  return sum;
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
