import { useLocation } from 'react-router';

const flags = ['endsSession', 'isAsked', 'isFromList', 'isJustSaved', 'isTyped'] as const;
const texts = ['asked', 'asker', 'earlier', 'reference'] as const;

/**
 * The way the person came to an address, stored by the page before in the history: `isFromList` by choosing it
 * in its list, `isJustSaved` right after saving, `isAsked` by asking for it on the page itself, `isTyped` while typing;
 * `earlier` is the estimate before a change. `endsSession` signs out at the error
 * page, so that no guard is left to react to it, and `reference` is the request that failed. `asker` is the agency that
 * asks for enhanced authentication, and `asked` what it is asked for, such as the name of a field.
 */
export type Arrival = Partial<Record<(typeof flags)[number], true> & Record<(typeof texts)[number], string>>;

/** Reads the arrival in a history state; ignores everything else, such as the state of another version of the app. */
export function parseArrival(state: unknown): Arrival {
  const entries = Object(state) as Record<string, unknown>;
  const arrival: Arrival = {};
  for (const name of flags) if (entries[name] === true) arrival[name] = true;
  for (const name of texts) if (typeof entries[name] === 'string') arrival[name] = entries[name];
  return arrival;
}

/** Returns the arrival at the current address. */
export function useArrival(): Arrival {
  return parseArrival(useLocation().state);
}
