import type { Access } from './api';
import type { Fault } from './faults';

/** Consecutive accesses by one staff member for one case. */
export interface CaseVisit {
  /** The index of its newest access in the whole list. */
  first: number;
  accesses: Access[];
}

const sharedFields = ['caseNumber', 'purpose', 'staffNumber', 'role', 'agency'] as const;

/**
 * Groups consecutive accesses of one case. A fault between two accesses starts a new group.
 *
 * @param faults before each access, and after the last one, which gets a group without accesses
 */
export function groupByCase(items: readonly Access[], faults: readonly (Fault | null)[]): CaseVisit[] {
  const visits: CaseVisit[] = [];
  items.forEach((access, place) => {
    const before = items[place - 1];
    const isSame = before && !faults[place] && sharedFields.every((name) => before[name] === access[name]);
    if (isSame) visits.at(-1)?.accesses.push(access);
    else visits.push({ first: place, accesses: [access] });
  });
  if (faults[items.length]) visits.push({ first: items.length, accesses: [] });
  return visits;
}
