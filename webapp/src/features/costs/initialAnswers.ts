import { entityTypes } from '@/components/businessLabels';
import { readPlanAnswers } from '@/components/planning/storedPlan';
import { emptyAnswers, type Answers } from './estimate';

/** Returns the estimator's initial answers: those of the plan, with the entity type of the address if it has one. */
export function getInitialAnswers(search: URLSearchParams): Answers {
  const { businessCountyId, categoryId, employees, entityType, municipalityId } = readPlanAnswers();
  return {
    ...emptyAnswers,
    businessCountyId,
    categoryId,
    employees: employees || emptyAnswers.employees,
    entityType: entityTypes.find((type) => type === search.get('entityType')) ?? entityType,
    inMunicipality: municipalityId !== '',
  };
}
