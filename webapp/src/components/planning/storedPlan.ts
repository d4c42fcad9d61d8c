import { readKeptPlan, removeKeptPlan, writeKeptPlan } from '@/lib/storage/plan';
import { entityTypes, type EntityType } from '@/components/businesses/labels';
import { longestName } from './nameLinks';

/** The answers of the plan; unanswered questions are empty. */
export interface PlanAnswers {
  categoryId: string;
  businessCountyId: string;
  municipalityId: string;
  entityType: EntityType | '';
  employees: string;
  name: string;
}

/** The saved plan that this browser's answers came from or were saved as. */
export interface PlanOrigin {
  /** The owner; another person's saved plan may have the same revision. */
  userId: string;
  revision: number;
}

/** The plan in this browser's storage. */
export interface StoredPlan {
  plan: PlanAnswers;
  /** When the answers were last changed; null when that is not known. */
  changedAt: string | null;
  origin: PlanOrigin | null;
}

export const emptyPlan: PlanAnswers = {
  categoryId: '',
  businessCountyId: '',
  municipalityId: '',
  entityType: '',
  employees: '',
  name: '',
};

/** The questions of the plan. */
export const planFields = Object.keys(emptyPlan) as (keyof PlanAnswers)[];

function parseOrigin(value: unknown): PlanOrigin | null {
  if (typeof value !== 'object' || value === null) return null;
  const { userId, revision } = value as Partial<PlanOrigin>;
  return typeof userId === 'string' && typeof revision === 'number' ? { userId, revision } : null;
}

/** Reads the stored plan; invalid values are left out. */
export function readStoredPlan(): StoredPlan {
  const kept = readKeptPlan();
  if (typeof kept !== 'object' || kept === null) return { plan: emptyPlan, changedAt: null, origin: null };
  const found = Object.entries(kept).filter(
    ([name, value]) =>
      Object.hasOwn(emptyPlan, name) && typeof value === 'string' && value.length <= longestName,
  );
  const plan = { ...emptyPlan, ...(Object.fromEntries(found) as Partial<PlanAnswers>) };
  const { changedAt, origin } = kept as { changedAt?: unknown; origin?: unknown };
  return {
    plan: { ...plan, entityType: entityTypes.find((type) => type === plan.entityType) ?? '' },
    changedAt: typeof changedAt === 'string' && !Number.isNaN(Date.parse(changedAt)) ? changedAt : null,
    origin: parseOrigin(origin),
  };
}

/** Reads the stored answers. */
export function readPlanAnswers(): PlanAnswers {
  return readStoredPlan().plan;
}

/** Returns true when at least one question is answered. */
export function isBegun(plan: PlanAnswers): boolean {
  return Object.values(plan).some((value) => value !== '');
}

/** Returns true when two plans have the same answers. */
export function isSamePlan(one: PlanAnswers, other: PlanAnswers): boolean {
  return planFields.every((field) => one[field] === other[field]);
}

/** Stores answers that match the account's plan, together with their origin. */
export function storeSavedPlan(plan: PlanAnswers, changedAt: string | null, origin: PlanOrigin | null): void {
  writeKeptPlan({ ...plan, changedAt, origin });
}

/** Stores answers changed just now; removes the plan when it has no answers. */
export function storeAnswers(plan: PlanAnswers): void {
  if (isBegun(plan)) storeSavedPlan(plan, new Date().toISOString(), readStoredPlan().origin);
  else removeKeptPlan();
}

/** Puts a name into the stored plan; does nothing when there is no plan. */
export function storeName(name: string): void {
  const plan = readPlanAnswers();
  if (isBegun(plan) && plan.name !== name) storeAnswers({ ...plan, name });
}
