import { createStore } from '../store';
import { CancelledError } from './errors';

/**
 * The calls under way. Navigation cancels the calls of the previous page, except those to the configured endpoints and
 * those of the session.
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

/** Sets the endpoints whose calls survive navigation. */
export function setUncancellableEndpoints(endpoints: readonly string[]): void {
  uncancellableEndpoints.set(endpoints.map((endpoint) => endpoint.toLowerCase()).filter(Boolean));
}

/** Runs a call that navigation cancels, unless it belongs to the session. Its caller can cancel it, too. */
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

/** Cancels the calls of all pages but the current one. */
export function cancelCallsOfOtherPages(): void {
  for (const call of pendingCalls.current()) {
    if (call.isOfSession || call.pathname === window.location.pathname) continue;
    if (uncancellableEndpoints.current().some((endpoint) => call.endpoint.includes(endpoint))) continue;
    call.controller.abort(new CancelledError());
  }
}
