import { useSubscriptions, type Identity, type Subscription } from '@/lib/connections/subscriptions';

/** A connected record whose agency takes a new address. */
export interface AgencyRecord {
  identity: Identity;
  service: Subscription['service'];
}

/** The records to which a new address can be sent; undefined until that is known. */
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
