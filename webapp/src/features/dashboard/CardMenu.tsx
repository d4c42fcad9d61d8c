import More from '@uswds/uswds/img/usa-icons/more_vert.svg?react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { generatePath, Link } from 'react-router';
import type { Identity, Subscription } from '@/lib/connections/subscriptions';
import { paths } from '@/lib/paths';
import { useDisclosure } from '@/components/useDisclosure';

interface CardMenuProps {
  subscription: Subscription;
  /** From 0; how many cards there are. */
  place: number;
  total: number;
  onMove: (place: number) => void;
  onDisconnect: (identity: Identity | null) => void;
}

/** The menu of a card, which also moves it without dragging. */
export function CardMenu({ subscription, place, total, onMove, onDisconnect }: CardMenuProps) {
  const { t } = useLingui();
  const { isOpen, toggle, container, button } = useDisclosure();
  const panelId = useId();
  const { service, identities } = subscription;
  const { name } = service;

  function choose(work: () => void) {
    toggle();
    button.current?.focus();
    work();
  }

  const moves = [
    { text: t`Move to the top`, to: 0, isPossible: place > 1 },
    { text: t`Move up`, to: place - 1, isPossible: place > 0 },
    { text: t`Move down`, to: place + 1, isPossible: place < total - 1 },
  ];

  return (
    <div className="card-menu" ref={container}>
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label={t`Choices for ${name}`}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={toggle}
      >
        <More className="usa-icon" aria-hidden="true" focusable="false" />
      </button>
      <div id={panelId} className="card panel card-menu__panel" hidden={!isOpen}>
        <ul className="usa-list--unstyled">
          {moves
            .filter(({ isPossible }) => isPossible)
            .map(({ text, to }) => (
              <li key={text}>
                <button type="button" className="panel__link" onClick={() => choose(() => onMove(to))}>
                  {text}
                </button>
              </li>
            ))}
          {service.isAvailable && service.asksForIdentity && (
            <li>
              <Link to={generatePath(paths.connect, { serviceId: service.id })} className="panel__link">
                <Trans>Connect another record</Trans>
              </Link>
            </li>
          )}
          {identities.length === 0 && (
            <li className="panel__separated">
              <button type="button" className="panel__link" onClick={() => choose(() => onDisconnect(null))}>
                {t`Disconnect`}
              </button>
            </li>
          )}
          {identities.map((identity, index) => {
            const { label } = identity;
            return (
              <li key={identity.id} className={index === 0 ? 'panel__separated' : ''}>
                <button
                  type="button"
                  className="panel__link"
                  onClick={() => choose(() => onDisconnect(identity))}
                >
                  {t`Disconnect ${label}`}
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
