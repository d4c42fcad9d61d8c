import { http, HttpResponse } from 'msw';
import type { components } from '@/generated/openapi';
import { origin, server } from './server';

type Schemas = components['schemas'];
type Service = Schemas['AgencyServiceReply'];
type CatalogService = Schemas['CatalogServiceReply'];
type Identity = Schemas['IdentityReply'];
type Subscription = Schemas['SubscriptionReply'];
type Data = Schemas['ServiceDataReply'];

/** Creates a service of a fictitious agency. */
export function createAgencyService(changes: Partial<Service> = {}): Service {
  return {
    id: 'mvd-vehicle',
    code: 'VEHICLE',
    name: 'Vehicle registration',
    description: 'When your registration ends and what it costs.',
    category: 'vehicles',
    agency: { id: 'mvd', name: 'Motor Vehicle Division', kind: 'state', logo: null },
    asksForIdentity: true,
    acceptsAddressChange: false,
    isAvailable: true,
    ...changes,
  };
}

/** Creates a service of the catalog; its search words are those of its texts, without case and accents. */
export function createCatalogService(changes: Partial<CatalogService> = {}): CatalogService {
  const service = createAgencyService(changes);
  const texts = `${service.name} ${service.description} ${service.agency.name}`;
  return {
    ...service,
    searchWords: ` ${texts.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()}`,
    ...changes,
  };
}

export function createIdentity(id: string, changes: Partial<Identity> = {}): Identity {
  return { id, label: `Plate ${id}`, status: 'connected', connectedAt: '2026-11-01T10:00:00Z', ...changes };
}

/** Creates the card of a service, with the records of these ids. */
export function createSubscription(id: string, changes: Partial<Subscription> = {}): Subscription {
  const service = changes.service ?? createAgencyService({ id: `mvd-${id}`, name: `Service ${id}` });
  return {
    id,
    agencyServiceId: service.id,
    service,
    sortIndex: 0,
    isOnDashboard: true,
    identities: [createIdentity(`record-of-${id}`)],
    ...changes,
  };
}

/** Creates an agency's data about a record. */
export function createServiceData(identityId: string, changes: Partial<Data> = {}): Data {
  return {
    identityId,
    asOf: '2026-11-20T20:00:00Z',
    checkedAt: '2026-11-20T20:00:05Z',
    stale: false,
    fields: [{ kind: 'text', name: 'plate', label: 'Plate', value: `ABC ${identityId}`, reveal: null }],
    actions: [],
    notices: [],
    ...changes,
  };
}

/** Creates a notice that asks for $61.00, as the agency's manifest defines it. */
export function createNotice(changes: Partial<Data['notices'][number]> = {}): Data['notices'][number] {
  const sentence = 'Pay {amount} for {label} by {date}';
  return {
    kind: 'unpaid',
    field: 'fee',
    label: 'Fee',
    on: '2027-01-02',
    days: 40,
    sentence,
    action: 'pay',
    ...changes,
  };
}

/** Serves a person's subscriptions and the data of all their agencies. */
export function serveSubscriptions(...items: Subscription[]): void {
  server.use(
    http.get(`${origin}/api/subscriptions`, () =>
      HttpResponse.json({ items: items.map((item, sortIndex) => ({ ...item, sortIndex })) }),
    ),
    http.get(`${origin}/api/subscriptions/identities/:id/servicedata`, ({ params }) =>
      HttpResponse.json(createServiceData(String(params.id))),
    ),
  );
}

/** Serves one record with this reply. */
export function serveRecord(id: string, answer: () => Response | Promise<Response>): void {
  server.use(http.get(`${origin}/api/subscriptions/identities/${id}/servicedata`, answer));
}
