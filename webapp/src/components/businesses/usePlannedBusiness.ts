import { useState } from 'react';
import { useRead } from '@/lib/api/useRead';
import { readStoredPlan } from '@/lib/storage/plan';
import { entityTypes, type EntityType } from '@/components/businessLabels';

/** What a plan says of the business; what it leaves open is empty. */
export interface PlannedBusiness {
  name: string;
  entityType: EntityType | '';
  countyId: string;
  /** When it was saved in the account; null for the plan of this browser. */
  savedAt: string | null;
}

function plannedIn(answers: object, savedAt: string | null): PlannedBusiness | null {
  const saying = (name: string): string => {
    const value: unknown = (answers as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const planned = {
    name: saying('name'),
    entityType: entityTypes.find((type) => type === saying('entityType')) ?? ('' as const),
    countyId: saying('businessCountyId'),
  };
  return Object.values(planned).some(Boolean) ? { ...planned, savedAt } : null;
}

/**
 * The business that the person plans: by the plan of this browser, as the pages of the plan show it, else by the one
 * that the account keeps. A plan that cannot be read is as good as none, because everything in it can be typed.
 */
export function usePlannedBusiness(): { isLoading: boolean; planned: PlannedBusiness | null } {
  const [here] = useState(() => plannedIn(Object(readStoredPlan()) as object, null));
  const { data, error } = useRead('/api/businessapplications/plan', {
    isRepeated: false,
  });
  const saved = data?.answers ? plannedIn(data.answers, data.savedAt) : null;
  return {
    isLoading: here === null && data === undefined && error === undefined,
    planned: here ?? saved,
  };
}
