import { useSubscriptions, type Identity, type Subscription } from '@/lib/connections/subscriptions';

/** A connected record whose agency accepts address changes. */
export interface AgencyRecord {
  identity: Identity;
  service: Subscription['service'];
}

/** Lists the records whose agencies accept an address; undefined until they are loaded. */
export function useAgencyRecords() {
  const { data, error, mutate } = useSubscriptions();
  const records = data?.items
    .filter(({ service }) => service.acceptsAddressChange)
    .flatMap(({ service, identities }) =>
      identities
        .filter(({ status }) => status === 'connected')
        .map((identity): AgencyRecord => ({ identity, service })),
    );
  return { records, error: data ? undefined : error, retry: () => void mutate() };
}
