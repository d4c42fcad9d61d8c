import { useState } from 'react';
import { useRead } from '@/lib/api/useRead';
import { readStoredPlan } from '@/lib/storage/plan';
import { entityTypes, type EntityType } from '@/components/businessLabels';

/** The business of a plan; open answers are empty. */
export interface PlannedBusiness {
  name: string;
  entityType: EntityType | '';
  countyId: string;
  /** The time of saving in the account; null for the plan of this browser. */
  savedAt: string | null;
}

function parsePlannedBusiness(answers: object, savedAt: string | null): PlannedBusiness | null {
  const getAnswer = (name: string): string => {
    const value: unknown = (answers as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const planned = {
    name: getAnswer('name'),
    entityType: entityTypes.find((type) => type === getAnswer('entityType')) ?? ('' as const),
    countyId: getAnswer('businessCountyId'),
  };
  return Object.values(planned).some(Boolean) ? { ...planned, savedAt } : null;
}

/**
 * Returns the business that the person plans: from the plan of this browser, else from the account. An unreadable plan
 * counts as none, because the person can type all of it.
 */
export function usePlannedBusiness(): { isLoading: boolean; planned: PlannedBusiness | null } {
  const [here] = useState(() => parsePlannedBusiness(Object(readStoredPlan()) as object, null));
  const { data, error } = useRead('/api/businessapplications/plan', {
    isRepeated: false,
  });
  const saved = data?.answers ? parsePlannedBusiness(data.answers, data.savedAt) : null;
  return {
    isLoading: here === null && data === undefined && error === undefined,
    planned: here ?? saved,
  };
}
