import { call, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';
import { subscriptionsPath } from '@/lib/connections/subscriptions';

export const servicesPath = '/api/subscriptions/agencyservice';
const servicePath = '/api/subscriptions/agencyservice/{id}';

/** A service of an agency, with the values that it needs to find a record. */
export type ServiceDetails = AnswerBody<typeof servicePath, 'get'>;

// The calls finish even when the person leaves the page.
const lifetime = 'session';

/** Reads the services of all agencies. */
export function useAgencyServices() {
  return useRead(servicesPath);
}

/** Reads a service. */
export function useAgencyService(id: string) {
  return useRead(servicePath, { parameters: { id }, keepPreviousData: false });
}

/** Adds a service without a record to the dashboard; returns its card. */
export function subscribe(agencyServiceId: string) {
  return call('post', subscriptionsPath, { body: { agencyServiceId }, lifetime });
}

/** Connects a record; returns its card, and the id of the connection. */
export function connectRecord(
  agencyServiceId: string,
  identity: RequestBody<typeof servicesPath, 'post'>['identity'],
) {
  return call('post', servicesPath, { body: { agencyServiceId, identity }, lifetime });
}
