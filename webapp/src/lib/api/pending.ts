import { createStore } from '../store';
import { CancelledError } from './errors';

/**
 * Calls on their way. Moving to another page gives up the calls of the page before, except those to the endpoints
 * that the configuration names and those that belong to the whole session.
 */
interface PendingCall {
  controller: AbortController;
  pathname: string;
  endpoint: string;
  isOfSession: boolean;
}

const uncancellableEndpoints = createStore<readonly string[]>(() => []);
const pendingCalls = createStore(
  () => new Set<PendingCall>(),
  (calls) => {
    for (const { controller } of calls) controller.abort(new CancelledError());
  },
);

/** Sets the endpoints whose calls survive a change of page. */
export function setUncancellableEndpoints(endpoints: readonly string[]): void {
  uncancellableEndpoints.set(endpoints.map((endpoint) => endpoint.toLowerCase()).filter(Boolean));
}

/** Runs a call that a change of page gives up, unless it is one of the session, or that its caller gives up. */
export async function runWhilePending<T>(
  endpoint: string,
  lifetime: 'page' | 'session',
  run: (signal: AbortSignal) => Promise<T>,
  caller?: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  caller?.addEventListener('abort', () => controller.abort(caller.reason), { signal: controller.signal });
  if (caller?.aborted) controller.abort(caller.reason);
  const call = {
    controller,
    pathname: window.location.pathname,
    endpoint: endpoint.toLowerCase(),
    isOfSession: lifetime === 'session',
  };
  const calls = pendingCalls.current();
  calls.add(call);
  try {
    return await run(call.controller.signal);
  } finally {
    calls.delete(call);
  }
}

/** Gives up the calls that another page than the one shown now has started. */
export function cancelCallsOfOtherPages(): void {
  for (const call of pendingCalls.current()) {
    if (call.isOfSession || call.pathname === window.location.pathname) continue;
    if (uncancellableEndpoints.current().some((endpoint) => call.endpoint.includes(endpoint))) continue;
    call.controller.abort(new CancelledError());
  }
}
