import { readKeptPlan, removeKeptPlan, writeKeptPlan } from '@/lib/storage/plan';
import { entityTypes } from '@/components/businesses/labels';
import { longestName } from './names';
import { noAnswers, type Answers } from './plan';

/** The answers of the guided path; what is not answered is empty. */
export interface KeptPlan {
  categoryId: string;
  businessCountyId: string;
  municipalityId: string;
  entityType: Answers['entityType'];
  employees: string;
  name: string;
}

/** The saved plan that the answers of this browser come from, or were saved as. */
export interface PlanOrigin {
  /** Whose: another person's saved plan may have the same revision. */
  userId: string;
  revision: number;
}

/** The answers with what is known about them. */
export interface Kept {
  plan: KeptPlan;
  /** When they were last changed; null where that is not known. */
  changedAt: string | null;
  origin: PlanOrigin | null;
}

export const noPlan: KeptPlan = {
  categoryId: '',
  businessCountyId: '',
  municipalityId: '',
  entityType: '',
  employees: '',
  name: '',
};

/** The questions of the plan. */
export const planFields = Object.keys(noPlan) as (keyof KeptPlan)[];

function originIn(value: unknown): PlanOrigin | null {
  if (typeof value !== 'object' || value === null) return null;
  const { userId, revision } = value as Partial<PlanOrigin>;
  return typeof userId === 'string' && typeof revision === 'number' ? { userId, revision } : null;
}

/** What this browser keeps; what is not an answer is left out. */
export function readKept(): Kept {
  const kept = readKeptPlan();
  if (typeof kept !== 'object' || kept === null) return { plan: noPlan, changedAt: null, origin: null };
  const found = Object.entries(kept).filter(
    ([name, value]) =>
      Object.hasOwn(noPlan, name) && typeof value === 'string' && value.length <= longestName,
  );
  const plan = { ...noPlan, ...(Object.fromEntries(found) as Partial<KeptPlan>) };
  const { changedAt, origin } = kept as { changedAt?: unknown; origin?: unknown };
  return {
    plan: { ...plan, entityType: entityTypes.find((type) => type === plan.entityType) ?? '' },
    changedAt: typeof changedAt === 'string' && !Number.isNaN(Date.parse(changedAt)) ? changedAt : null,
    origin: originIn(origin),
  };
}

/** The answers that this browser keeps. */
export function readPlan(): KeptPlan {
  return readKept().plan;
}

/** Whether anything was answered. */
export function isBegun(plan: KeptPlan): boolean {
  return Object.values(plan).some((value) => value !== '');
}

/** Whether two plans have the same answers. */
export function isSamePlan(one: KeptPlan, other: KeptPlan): boolean {
  return planFields.every((field) => one[field] === other[field]);
}

/** Keeps answers as they are in the account of that person. */
export function keepSaved(plan: KeptPlan, changedAt: string | null, origin: PlanOrigin | null): void {
  writeKeptPlan({ ...plan, changedAt, origin });
}

/** Keeps answers that were changed just now; a plan without answers is forgotten. */
export function keepAnswers(plan: KeptPlan): void {
  if (isBegun(plan)) keepSaved(plan, new Date().toISOString(), readKept().origin);
  else removeKeptPlan();
}

/** Takes a name into the plan of whoever has begun one; makes no plan. */
export function keepName(name: string): void {
  const plan = readPlan();
  if (isBegun(plan) && plan.name !== name) keepAnswers({ ...plan, name });
}

/** What the estimator begins with: the answers of the plan, or of an address that says how a business is organized. */
export function startOf(search: URLSearchParams): Answers {
  const { businessCountyId, categoryId, employees, entityType, municipalityId } = readPlan();
  return {
    ...noAnswers,
    businessCountyId,
    categoryId,
    employees: employees || noAnswers.employees,
    entityType: entityTypes.find((type) => type === search.get('entityType')) ?? entityType,
    municipalityId,
  };
}
