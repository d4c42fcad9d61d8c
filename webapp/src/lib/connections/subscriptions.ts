import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import type { components } from '@/generated/openapi';
import { call } from '../api/call';
import { useRead, type ReadKey } from '../api/useRead';

export type Subscription = components['schemas']['SubscriptionReply'];
export type Identity = components['schemas']['IdentityReply'];
export type AgencyService = components['schemas']['AgencyServiceReply'];
export type Agency = components['schemas']['AgencyReply'];

export const subscriptionsPath = '/api/subscriptions';

/** Reads the services that the person is connected with, in the person's own order. */
export function useSubscriptions() {
  return useRead(subscriptionsPath);
}

/** Reads the person's subscriptions again, wherever they are shown. */
export function useRefreshSubscriptions(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(async () => {
    await mutate((key) => (key as ReadKey | undefined)?.[0] === subscriptionsPath);
  }, [mutate]);
}

/** Ends the connection with one record, or with a service without records. */
export async function disconnect(subscription: Subscription, identity: Identity | null): Promise<void> {
  // The calls finish even when the person leaves the page.
  const lifetime = 'session';
  if (identity) {
    await call('delete', '/api/subscriptions/identities/{id}', { parameters: { id: identity.id }, lifetime });
  } else {
    await call('delete', '/api/subscriptions/{id}', { parameters: { id: subscription.id }, lifetime });
  }
}

/** Returns the id of a card on the dashboard, for links to it. */
export function getCardId(subscriptionId: string): string {
  return `card-${subscriptionId}`;
}
