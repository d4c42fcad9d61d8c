import { readStoredPlan, removeStoredPlan, writeStoredPlan } from '@/lib/storage/plan';
import { entityTypes, type EntityType } from '@/components/businessLabels';
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

export const emptyPlan: PlanAnswers = {
  categoryId: '',
  businessCountyId: '',
  municipalityId: '',
  entityType: '',
  employees: '',
  name: '',
};

/** The questions of the plan. */
const planFields = Object.keys(emptyPlan) as (keyof PlanAnswers)[];

/** Reads the plan in this browser's storage; omits invalid values. */
export function readPlanAnswers(): PlanAnswers {
  const stored = readStoredPlan();
  if (typeof stored !== 'object' || stored === null) return emptyPlan;
  const found = Object.entries(stored).filter(
    ([name, value]) =>
      Object.hasOwn(emptyPlan, name) && typeof value === 'string' && value.length <= longestName,
  );
  const plan = { ...emptyPlan, ...(Object.fromEntries(found) as Partial<PlanAnswers>) };
  return { ...plan, entityType: entityTypes.find((type) => type === plan.entityType) ?? '' };
}

/** Returns true if at least one question is answered. */
export function hasAnswers(plan: PlanAnswers): boolean {
  return Object.values(plan).some((value) => value !== '');
}

/** Returns true if two plans have the same answers. */
export function isSamePlan(one: PlanAnswers, other: PlanAnswers): boolean {
  return planFields.every((field) => one[field] === other[field]);
}

/** Stores answers; removes the plan if it has none. */
export function storeAnswers(plan: PlanAnswers): void {
  if (hasAnswers(plan)) writeStoredPlan(plan);
  else removeStoredPlan();
}

/** Puts a name into the stored plan; does nothing when there is no plan. */
export function storeName(name: string): void {
  const plan = readPlanAnswers();
  if (hasAnswers(plan) && plan.name !== name) storeAnswers({ ...plan, name });
}
