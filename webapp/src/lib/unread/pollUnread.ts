import { call } from '../api/call';
import { ApiError } from '../api/errors';
import { ignoreProgressBar } from '../progress/progress';
import type { Poll } from './pollingTab';

/** Nobody waits for a poll: it shows in no progress bar, no change of page ends it, and the next one repeats it. */
const inBackground = { lifetime: 'session', isRepeated: false } as const;

const isEndOfSession = (reason: unknown) => reason instanceof ApiError && reason.status === 401;

/** Asks both inboxes at once what is unread. Never fails: a failure is part of what it brings, a 401 before any other. */
export async function pollUnread(): Promise<Poll> {
  const [portal, agency] = await Promise.allSettled([
    call('get', '/api/messages/unread/count', { ...inBackground, headers: { [ignoreProgressBar]: 'true' } }),
    call('get', '/api/agency/messages/unread/status', {
      ...inBackground,
      headers: { [ignoreProgressBar]: 'true', backgroundProcess: 'true' },
    }),
  ]);
  const failures: unknown[] = [portal, agency].flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  return {
    reading: {
      portal: portal.status === 'fulfilled' ? portal.value : undefined,
      agency: agency.status === 'fulfilled' ? agency.value : undefined,
    },
    failure: failures.find(isEndOfSession) ?? failures[0],
  };
}
