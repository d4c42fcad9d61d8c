import { readKeptPlan, writeKeptPlan } from '@/lib/storage/plan';
import { longestName } from './names';
import { entityTypes, noAnswers, type Answers } from './plan';

/** The answers of the guided path; what is not answered is empty. */
export interface KeptPlan {
  categoryId: string;
  businessCountyId: string;
  municipalityId: string;
  entityType: Answers['entityType'];
  employees: string;
  name: string;
}

export const noPlan: KeptPlan = {
  categoryId: '',
  businessCountyId: '',
  municipalityId: '',
  entityType: '',
  employees: '',
  name: '',
};

/** The answers that this browser keeps; what is not an answer is left out. */
export function readPlan(): KeptPlan {
  const kept = readKeptPlan();
  if (typeof kept !== 'object' || kept === null) return noPlan;
  const found = Object.entries(kept).filter(
    ([name, value]) =>
      Object.hasOwn(noPlan, name) && typeof value === 'string' && value.length <= longestName,
  );
  const plan = { ...noPlan, ...(Object.fromEntries(found) as Partial<KeptPlan>) };
  return { ...plan, entityType: entityTypes.find((type) => type === plan.entityType) ?? '' };
}

/** Whether anything was answered. */
export function isBegun(plan: KeptPlan): boolean {
  return Object.values(plan).some((value) => value !== '');
}

/** Takes a name into the plan of whoever has begun one; makes no plan. */
export function keepName(name: string): void {
  const plan = readPlan();
  if (isBegun(plan)) writeKeptPlan({ ...plan, name });
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
