import { Trans, useLingui } from '@lingui/react/macro';
import type { Identity, Subscription } from '@/lib/connections/subscriptions';
import { Button } from '@/components/Button';
import { Icon } from '@/components/Icon';

interface ConnectedRecordsProps {
  subscription: Subscription;
  onDisconnect: (identity: Identity | null) => void;
}

/** The records of a service that are connected, each with the way to end that. */
export function ConnectedRecords({ subscription, onDisconnect }: ConnectedRecordsProps) {
  const { t } = useLingui();
  const { identities, service } = subscription;
  const { name } = service;
  if (identities.length === 0) {
    return (
      <ul className="connected">
        <li className="connected__record">
          <span className="connected__label">
            <Icon name="check_circle" />
            <Trans>On your dashboard</Trans>
          </span>
          <Button
            kind="unstyled"
            className="connected__end"
            aria-label={t`Disconnect ${name}`}
            onClick={() => onDisconnect(null)}
          >
            {t`Disconnect`}
          </Button>
        </li>
      </ul>
    );
  }
  return (
    <ul className="connected">
      {identities.map((identity) => {
        const { label } = identity;
        const isConnected = identity.status === 'connected';
        return (
          <li key={identity.id} className="connected__record">
            <span className={`connected__label ${isConnected ? '' : 'connected__label--ended'}`}>
              <Icon name={isConnected ? 'check_circle' : 'link_off'} />
              <span>
                <span className="usa-sr-only">{isConnected ? t`Connected:` : ''} </span>
                <bdi>{label}</bdi>
                {!isConnected && (
                  <span className="connected__state">
                    <Trans>Connection ended by the agency</Trans>
                  </span>
                )}
              </span>
            </span>
            <Button
              kind="unstyled"
              className="connected__end"
              aria-label={t`Disconnect ${label}`}
              onClick={() => onDisconnect(identity)}
            >
              {t`Disconnect`}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
