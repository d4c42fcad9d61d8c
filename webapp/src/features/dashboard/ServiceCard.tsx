import DragHandle from '@uswds/uswds/img/usa-icons/drag_handle.svg?react';
import { Trans } from '@lingui/react/macro';
import { memo, useEffect, useRef } from 'react';
import { generatePath, Link } from 'react-router';
import { getCardId, type Identity, type Subscription } from '@/lib/connections/subscriptions';
import { paths } from '@/lib/paths';
import { AgencyMark } from '@/components/AgencyMark';
import { CardMenu } from './CardMenu';
import type { CardQueue } from './cardQueue';
import { observeNear } from './near';
import { RecordPanel } from './RecordPanel';
import type { RecordState } from './records';

export interface ServiceCardProps {
  subscription: Subscription;
  place: number;
  total: number;
  queue: CardQueue;
  openRecord: string | null;
  onOpen: (subscriptionId: string, identityId: string | null) => void;
  onState: (identityId: string, state: RecordState) => void;
  onMove: (subscriptionId: string, place: number) => void;
  onDisconnect: (subscription: Subscription, identity: Identity | null) => void;
}

/** A service of an agency with the records that are connected. */
export const ServiceCard = memo(function ServiceCard({
  subscription,
  place,
  total,
  queue,
  openRecord,
  onOpen,
  onState,
  onMove,
  onDisconnect,
}: ServiceCardProps) {
  const { id, service, identities } = subscription;
  const { name } = service;
  const card = useRef<HTMLLIElement>(null);
  const titleId = getCardId(id);
  const ids = identities.map((identity) => identity.id).join(' ');

  useEffect(() => {
    if (!card.current) return;
    return observeNear(card.current, (isNear) => {
      for (const identityId of ids.split(' ')) queue.setNear(identityId, isNear);
    });
  }, [ids, queue]);

  return (
    <li ref={card} className="service-card">
      <article className="card service-card__inner" aria-labelledby={titleId}>
        <header className="row row--nowrap row--top service-card__top">
          <AgencyMark agency={service.agency} />
          <div className="grow">
            <p className="quiet small margin-0">{service.agency.name}</p>
            <h3 id={titleId} tabIndex={-1} className="heading-md margin-0 service-card__title">
              {name}
            </h3>
          </div>
          <div className="service-card__tools">
            {/* For a mouse or a finger; the menu moves the card as well. */}
            {total > 1 && (
              <span className="icon-button service-card__handle" aria-hidden="true">
                <DragHandle className="usa-icon" focusable="false" />
              </span>
            )}
            <CardMenu
              subscription={subscription}
              place={place}
              total={total}
              onMove={(to) => onMove(id, to)}
              onDisconnect={(identity) => onDisconnect(subscription, identity)}
            />
          </div>
        </header>
        <div className="service-card__body">
          {identities.length === 0 && (
            <div className="record">
              <p>{service.description}</p>
              <Link to={generatePath(paths.connect, { serviceId: service.id })} className="usa-link">
                <Trans>About this service</Trans>
              </Link>
            </div>
          )}
          {identities.map((identity) => (
            <RecordPanel
              key={identity.id}
              subscription={subscription}
              identity={identity}
              queue={queue}
              disclosure={
                identities.length > 1
                  ? {
                      isOpen: openRecord === identity.id,
                      onToggle: () => onOpen(id, openRecord === identity.id ? null : identity.id),
                    }
                  : null
              }
              onState={onState}
              onDisconnect={onDisconnect}
            />
          ))}
        </div>
      </article>
    </li>
  );
});
