/** The groups that have each access of staff, as the API decides by them. */
const groupsWithAccess: Readonly<Record<StaffAccess, readonly string[]>> = {
  government: ['government', 'support', 'admin'],
  support: ['support', 'admin'],
};

/** An access of staff: the search over the government, or the records of people. */
export type StaffAccess = 'government' | 'support';

/** Returns true if one of the groups has the access. */
export function hasStaffAccess(groups: readonly string[], access: StaffAccess): boolean {
  return groups.some((group) => groupsWithAccess[access].includes(group));
}
