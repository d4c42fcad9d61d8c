import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { useLingui } from '@lingui/react/macro';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { cardId, type Identity, type Subscription } from '@/lib/connections/subscriptions';
import { useDisconnect } from '@/components/connections/useDisconnect';
import type { CardQueue } from './cardQueue';
import { recordId, type RecordState } from './records';
import { ServiceCard } from './ServiceCard';

/** The record that is open before the person chooses one: that of the address, or the first. */
function openAtFirst({ identities }: Subscription, hash: string): string | null {
  return (identities.find(({ id }) => hash === `#${recordId(id)}`) ?? identities[0])?.id ?? null;
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
 * The cards in the person's order, which can be changed by mouse, touch, keyboard and menu. What one record answers
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
  const hasMoved = useRef(false);
  const total = subscriptions.length;
  const ids = useMemo(() => subscriptions.map(({ id }) => id), [subscriptions]);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  // Whoever has just connected a service comes to its card.
  useEffect(() => {
    const title = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    title?.focus({ preventScroll: true });
    title?.closest('.service-card')?.scrollIntoView({ block: 'center' });
  }, [hash]);

  const placeOf = (id: UniqueIdentifier) => subscriptions.findIndex((item) => item.id === id);
  const nameOf = (id: UniqueIdentifier) => subscriptions[placeOf(id)]?.service.name ?? '';

  const say = {
    pickedUp: (name: string, place: number) => t`${name} is picked up. It is at place ${place} of ${total}.`,
    over: (name: string, place: number) => t`${name} is at place ${place} of ${total}.`,
    put: (name: string, place: number) => t`${name} was put at place ${place} of ${total}.`,
    cancelled: (name: string, place: number) => t`The move was cancelled. ${name} is back at place ${place}.`,
  };
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      hasMoved.current = false;
      return say.pickedUp(nameOf(active.id), placeOf(active.id) + 1);
    },
    onDragOver: ({ active, over }) => {
      // A card that is picked up is over itself at once; that says nothing new.
      if (!over || (over.id === active.id && !hasMoved.current)) return undefined;
      hasMoved.current = true;
      return say.over(nameOf(active.id), placeOf(over.id) + 1);
    },
    onDragEnd: ({ active, over }) => say.put(nameOf(active.id), placeOf((over ?? active).id) + 1),
    onDragCancel: ({ active }) => say.cancelled(nameOf(active.id), placeOf(active.id) + 1),
  };

  function dropped({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) onMove(String(active.id), placeOf(over.id));
  }

  const move = useCallback(
    (id: string, place: number) => {
      onMove(id, place);
      const name = subscriptions.find((item) => item.id === id)?.service.name ?? '';
      const number = place + 1;
      setAnnouncement(t`${name} was put at place ${number} of ${total}.`);
      requestAnimationFrame(() =>
        document.getElementById(cardId(id))?.closest('.service-card')?.scrollIntoView({ block: 'nearest' }),
      );
    },
    [onMove, subscriptions, total, t],
  );

  const end = useCallback(
    (subscription: Subscription, identity: Identity | null) => {
      void disconnect(subscription, identity).then((isEnded) => {
        if (isEnded) onGone();
      });
    },
    [disconnect, onGone],
  );

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={dropped}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable: t`To move this card, press space or enter. Move it with the arrow keys, put it down with space or enter, or press escape to leave it where it was. The card’s menu can move it too.`,
        },
      }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ol className="service-cards">
          {subscriptions.map((subscription, place) => {
            const chosen = openRecords.get(subscription.id);
            return (
              <ServiceCard
                key={subscription.id}
                subscription={subscription}
                place={place}
                total={total}
                queue={queue}
                openRecord={chosen === undefined ? openAtFirst(subscription, hash) : chosen}
                onOpen={onOpen}
                onState={onState}
                onMove={move}
                onDisconnect={end}
              />
            );
          })}
        </ol>
      </SortableContext>
      <p className="usa-sr-only" role="status">
        {announcement}
      </p>
    </DndContext>
  );
});
