import { call, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';
import { subscriptionsPath } from '@/lib/connections/subscriptions';

export const servicesPath = '/api/subscriptions/agencyservice';
const servicePath = '/api/subscriptions/agencyservice/{id}';

/** A service of an agency, with what it asks of a person to find the record. */
export type ServiceDetails = AnswerBody<typeof servicePath, 'get'>;

// The calls finish even when the person goes to another page.
const lifetime = 'session';

/** The services of all agencies. */
export function useAgencyServices() {
  return useRead(servicesPath);
}

/** Reads a service. */
export function useAgencyService(id: string) {
  return useRead(servicePath, { parameters: { id }, keepPreviousData: false });
}

/** Puts a service on the dashboard that needs no record of the person; answers its card. */
export function subscribe(agencyServiceId: string) {
  return call('post', subscriptionsPath, { body: { agencyServiceId }, lifetime });
}

/** Connects a record; answers its card, and the id of the connection. */
export function connectRecord(
  agencyServiceId: string,
  identity: RequestBody<typeof servicesPath, 'post'>['identity'],
) {
  return call('post', servicesPath, { body: { agencyServiceId, identity }, lifetime });
}
