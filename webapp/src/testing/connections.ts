import { http, HttpResponse } from 'msw';
import type { components } from '@/generated/openapi';
import { origin, server } from './server';

type Schemas = components['schemas'];
type Service = Schemas['AgencyServiceReply'];
type CatalogService = Schemas['CatalogServiceReply'];
type Identity = Schemas['IdentityReply'];
type Subscription = Schemas['SubscriptionReply'];
type Data = Schemas['ServiceDataReply'];

/** A service of an agency that does not exist. */
export function agencyService(changes: Partial<Service> = {}): Service {
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

/** A service as the catalog lists it; its search words are those of its texts, without case and accents. */
export function catalogService(changes: Partial<CatalogService> = {}): CatalogService {
  const service = agencyService(changes);
  const texts = `${service.name} ${service.description} ${service.agency.name}`;
  return {
    ...service,
    searchWords: ` ${texts.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()}`,
    ...changes,
  };
}

export function identity(id: string, changes: Partial<Identity> = {}): Identity {
  return { id, label: `Plate ${id}`, status: 'connected', connectedAt: '2026-11-01T10:00:00Z', ...changes };
}

/** The card of a service, with the records of these ids. */
export function subscription(id: string, changes: Partial<Subscription> = {}): Subscription {
  const service = changes.service ?? agencyService({ id: `mvd-${id}`, name: `Service ${id}` });
  return {
    id,
    agencyServiceId: service.id,
    service,
    sortIndex: 0,
    isOnDashboard: true,
    identities: [identity(`record-of-${id}`)],
    ...changes,
  };
}

/** What an agency holds about a record. */
export function serviceData(identityId: string, changes: Partial<Data> = {}): Data {
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

/** A notice that asks for $61.00, as the agency's manifest puts it. */
export function notice(changes: Partial<Data['notices'][number]> = {}): Data['notices'][number] {
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

/** The portal of a person with these subscriptions, all of whose agencies answer. */
export function serveSubscriptions(...items: Subscription[]): void {
  server.use(
    http.get(`${origin}/api/subscriptions`, () =>
      HttpResponse.json({ items: items.map((item, sortIndex) => ({ ...item, sortIndex })) }),
    ),
    http.get(`${origin}/api/subscriptions/identities/:id/servicedata`, ({ params }) =>
      HttpResponse.json(serviceData(String(params.id))),
    ),
  );
}

/** One record answers so. */
export function serveRecord(id: string, answer: () => Response | Promise<Response>): void {
  server.use(http.get(`${origin}/api/subscriptions/identities/${id}/servicedata`, answer));
}
