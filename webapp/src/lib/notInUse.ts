/**
 * What the portal does not do yet. A sentence that says so names its entry, so that it cannot outlive it: whoever opens
 * one of these takes it off the list, and every place that still speaks of it fails to compile, or in the help a test.
 */
export const notInUse = ['accountDeletion', 'governmentSearch'] as const;

export type NotInUse = (typeof notInUse)[number];
