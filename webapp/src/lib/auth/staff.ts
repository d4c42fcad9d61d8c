/** The groups of each staff access, as the API checks them. */
const groupsWithAccess: Readonly<Record<StaffAccess, readonly string[]>> = {
  government: ['government', 'support', 'admin'],
  support: ['support', 'admin'],
};

/** A staff access: the search over the government, or the records of people. */
export type StaffAccess = 'government' | 'support';

/** Returns true if one of the groups has the access. */
export function hasStaffAccess(groups: readonly string[], access: StaffAccess): boolean {
  return groups.some((group) => groupsWithAccess[access].includes(group));
}
