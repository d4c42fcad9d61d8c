import type { ApplicationSummary, Due } from './api';

/** Whether nothing happens with it any more. */
export function isOver({ state }: Pick<ApplicationSummary, 'state'>): boolean {
  return state === 'approved' || state === 'refused' || state === 'withdrawn';
}

/** Whether it waits for the person who looks at it. A viewer can do nothing about it. */
export function isWaitingForYou({
  nextActor,
  role,
}: Pick<ApplicationSummary, 'nextActor' | 'role'>): boolean {
  return nextActor === 'applicant' && role !== 'viewer';
}

/** 0 for what waits for the person, 1 for what somebody else has, 2 for what is over. */
function getRank(application: ApplicationSummary): number {
  if (isOver(application)) return 2;
  return isWaitingForYou(application) ? 0 : 1;
}

/** Fewest business days first; where nobody says until when, last. */
function compareDue(one: Due | null, other: Due | null): number {
  if (!one || !other) return Number(!one) - Number(!other);
  return one.businessDays - other.businessDays || one.on.localeCompare(other.on);
}

/** What waits for the person first, the most urgent of it before all; what is over last, the latest of it first. */
export function sortByUrgency(applications: readonly ApplicationSummary[]): ApplicationSummary[] {
  return [...applications].sort((one, other) => {
    const byRank = getRank(one) - getRank(other);
    if (byRank !== 0) return byRank;
    const byDue = isOver(one) ? 0 : compareDue(one.due, other.due);
    return byDue || other.since.localeCompare(one.since);
  });
}
