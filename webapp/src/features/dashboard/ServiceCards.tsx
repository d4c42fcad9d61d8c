import { useLingui } from '@lingui/react/macro';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { getCardId, type Identity, type Subscription } from '@/lib/connections/subscriptions';
import { useDisconnect } from '@/components/connections/useDisconnect';
import type { CardQueue } from './cardQueue';
import { getRecordId, type RecordState } from './records';
import { ServiceCard } from './ServiceCard';
import { useDragging } from './useDragging';

/** The record that is open before the person chooses one: that of the address, or the first. */
function getInitialRecord({ identities }: Subscription, hash: string): string | null {
  return (identities.find(({ id }) => hash === `#${getRecordId(id)}`) ?? identities[0])?.id ?? null;
}

interface ServiceCardsProps {
  subscriptions: readonly Subscription[];
  queue: CardQueue;
  /** The chosen record of a card by the subscription's id; its first one where there is none. */
  openRecords: ReadonlyMap<string, string | null>;
  onOpen: (subscriptionId: string, identityId: string | null) => void;
  onState: (identityId: string, state: RecordState) => void;
  onMove: (subscriptionId: string, place: number) => void;
  /** A card is gone, and with it what had the focus. */
  onGone: () => void;
}

/**
 * The cards in the person's order, which can be changed by mouse, by touch, and by each card's menu. What one record answers
 * does not draw the others again.
 */
export const ServiceCards = memo(function ServiceCards({
  subscriptions,
  queue,
  openRecords,
  onOpen,
  onState,
  onMove,
  onGone,
}: ServiceCardsProps) {
  const { t } = useLingui();
  const { hash } = useLocation();
  const disconnect = useDisconnect();
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const total = subscriptions.length;
  // Connecting a service leads to its card.
  useEffect(() => {
    const title = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    title?.focus({ preventScroll: true });
    title?.closest('.service-card')?.scrollIntoView({ block: 'center' });
  }, [hash]);

  const move = useCallback(
    (id: string, place: number) => {
      onMove(id, place);
      const name = subscriptions.find((item) => item.id === id)?.service.name ?? '';
      const number = place + 1;
      setAnnouncement(t`${name} moved to position ${number} of ${total}.`);
      requestAnimationFrame(() =>
        document
          .getElementById(getCardId(id))
          ?.closest('.service-card')
          ?.scrollIntoView({ block: 'nearest' }),
      );
    },
    [onMove, subscriptions, total, t],
  );

  useDragging(list, '.service-card__handle', (from, to) => {
    const id = subscriptions[from]?.id;
    if (id !== undefined) move(id, to);
  });

  const end = useCallback(
    (subscription: Subscription, identity: Identity | null) => {
      void disconnect(subscription, identity).then((isEnded) => {
        if (isEnded) onGone();
      });
    },
    [disconnect, onGone],
  );

  return (
    <>
      <ol ref={list} className="usa-list--unstyled service-cards">
        {subscriptions.map((subscription, place) => {
          const chosen = openRecords.get(subscription.id);
          return (
            <ServiceCard
              key={subscription.id}
              subscription={subscription}
              place={place}
              total={total}
              queue={queue}
              openRecord={chosen === undefined ? getInitialRecord(subscription, hash) : chosen}
              onOpen={onOpen}
              onState={onState}
              onMove={move}
              onDisconnect={end}
            />
          );
        })}
      </ol>
      <p className="usa-sr-only" role="status">
        {announcement}
      </p>
    </>
  );
});
