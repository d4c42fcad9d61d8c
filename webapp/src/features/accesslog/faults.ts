/** A position in the list at which the numbers do not decrease by one. */
export type Fault = { kind: 'missing'; first: number; last: number } | { kind: 'misplaced'; number: number };

function findFault(above: number, below: number): Fault | null {
  if (below >= above) return { kind: 'misplaced', number: below };
  return below === above - 1 ? null : { kind: 'missing', first: below + 1, last: above - 1 };
}

/**
 * Returns the fault before each entry and, in a complete list, after the last one; null for none.
 *
 * @param numbers of the entries, newest first
 * @param seen the highest number that this browser saw before
 */
export function listFaults(numbers: readonly number[], seen: number, isWhole: boolean): (Fault | null)[] {
  const steps = isWhole ? [...numbers, 0] : numbers;
  return steps.map((number, place) => findFault(steps[place - 1] ?? Math.max(seen, number) + 1, number));
}
