import { call, type AnswerBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';
import type { useSubscriptions } from '@/lib/connections/subscriptions';
import { ignoreProgressBar } from '@/lib/progress/progress';

export const applicationsPath = '/api/businessapplications/applications';

export type Subscriptions = AnswerBody<'/api/subscriptions', 'get'>;

/** Changes the subscriptions that `useSubscriptions` has read. */
export type UpdateSubscriptions = ReturnType<typeof useSubscriptions>['mutate'];

export const useApplications = () => useRead(applicationsPath);
/** Milliseconds for which an agency's answer is shown again without asking. */
const refreshMilliseconds = 60_000;

/** Reads the record of the agency in its turn of the queue; the portal itself has asked the agency twice by then. */
export const useServiceData = (id: string, queue: <T>(read: () => Promise<T>) => Promise<T>) =>
  useRead('/api/subscriptions/identities/{id}/servicedata', {
    parameters: { id },
    queue,
    isRepeated: false,
    dedupingInterval: refreshMilliseconds,
    headers: { [ignoreProgressBar]: 'true' },
  });
/** Asks the agency again, even if the portal's copy is fresh; the portal limits how often. */
export const refreshServiceData = (id: string) =>
  call('get', '/api/subscriptions/identities/{id}/servicedata', {
    parameters: { id },
    query: { isRefresh: 'true' },
    isRepeated: false,
  });
/** The whole value of one masked field, fresh from the agency; kept nowhere. */
export const revealField = (id: string, field: string) =>
  call('post', '/api/subscriptions/identities/{id}/reveal', { parameters: { id }, body: { field } });
/** Puts the cards back that support took off the dashboard. */
export const restoreDashboard = () =>
  call('post', '/api/subscriptions/restoredashboard', { lifetime: 'session' });
/** Moves one card; it is saved whatever page comes next. */
export const moveCard = (id: string, sortIndex: number) =>
  call('post', '/api/subscriptions/sortindex', {
    body: { items: [{ id, sortIndex }] },
    lifetime: 'session',
  });
