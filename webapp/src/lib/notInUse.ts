/**
 * Features that the portal does not have yet. A sentence that says so names its entry: the code stops compiling when
 * the entry is gone and a sentence still names it.
 */
export type NotInUse = 'accountDeletion';
