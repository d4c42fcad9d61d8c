/**
 * Calls on their way. Moving to another page gives up the calls of the page before, except those to the endpoints
 * that the configuration names and those that belong to the whole session.
 */
interface PendingCall {
  controller: AbortController;
  pathname: string;
  endpoint: string;
}

const pending = new Set<PendingCall>();
let uncancellable: readonly string[] = [];

/** Sets the endpoints whose calls survive a change of page. */
export function keepCallsTo(endpoints: readonly string[]): void {
  uncancellable = endpoints.map((endpoint) => endpoint.toLowerCase()).filter(Boolean);
}

/** Runs a call that a change of page gives up. */
export async function whilePending<T>(
  endpoint: string,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const call = {
    controller: new AbortController(),
    pathname: window.location.pathname,
    endpoint: endpoint.toLowerCase(),
  };
  pending.add(call);
  try {
    return await run(call.controller.signal);
  } finally {
    pending.delete(call);
  }
}

/** Gives up the calls that another page than the one shown now has started. */
export function cancelCallsOfOtherPages(): void {
  for (const call of pending) {
    if (call.pathname === window.location.pathname) continue;
    if (uncancellable.some((endpoint) => call.endpoint.includes(endpoint))) continue;
    call.controller.abort();
  }
}
