import type { ApplicationSummary, Due } from './api';

/** Returns whether an application is decided or withdrawn. */
export function isOver({ state }: Pick<ApplicationSummary, 'state'>): boolean {
  return state === 'approved' || state === 'refused' || state === 'withdrawn';
}

/** Returns whether an application waits for the person. A viewer cannot act on it. */
export function isWaitingForYou({
  nextActor,
  role,
}: Pick<ApplicationSummary, 'nextActor' | 'role'>): boolean {
  return nextActor === 'applicant' && role !== 'viewer';
}

/** Returns 0 for an application that waits for the person, 1 for one that waits for another, 2 for a closed one. */
function getRank(application: ApplicationSummary): number {
  if (isOver(application)) return 2;
  return isWaitingForYou(application) ? 0 : 1;
}

/** Puts the fewest business days first, and no due date last. */
function compareDue(one: Due | null, other: Due | null): number {
  if (!one || !other) return Number(!one) - Number(!other);
  return one.businessDays - other.businessDays || one.on.localeCompare(other.on);
}

/** Sorts applications: those that wait for the person first, by due date; closed ones last, latest first. */
export function sortByUrgency(applications: readonly ApplicationSummary[]): ApplicationSummary[] {
  return [...applications].sort((one, other) => {
    const byRank = getRank(one) - getRank(other);
    if (byRank !== 0) return byRank;
    const byDue = isOver(one) ? 0 : compareDue(one.due, other.due);
    return byDue || other.since.localeCompare(one.since);
  });
}
