import { Trans, useLingui } from '@lingui/react/macro';
import type { Identity, Subscription } from '@/lib/connections/subscriptions';
import { Button } from '@/components/Button';
import { UnlinkedIcon } from '@/components/connections/UnlinkedIcon';
import { Icon } from '@/components/Icon';

interface ConnectedRecordsProps {
  subscription: Subscription;
  onDisconnect: (identity: Identity | null) => void;
}

/** The connected records of a service, each with a button to disconnect it. */
export function ConnectedRecords({ subscription, onDisconnect }: ConnectedRecordsProps) {
  const { t } = useLingui();
  const { identities, service } = subscription;
  const { name } = service;
  if (identities.length === 0) {
    return (
      <ul className="usa-list--unstyled connected">
        <li className="row row--between connected__record">
          <span className="row row--tight row--nowrap row--top connected__label">
            <Icon name="check_circle" />
            <Trans>On your dashboard</Trans>
          </span>
          <Button
            kind="unstyled"

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
    <ul className="usa-list--unstyled connected">
      {identities.map((identity) => {
        const { label } = identity;
        const isConnected = identity.status === 'connected';
        return (
          <li key={identity.id} className="row row--between connected__record">
            <span
              className={`row row--tight row--nowrap row--top connected__label ${isConnected ? '' : 'connected__label--ended'}`}
            >
              {isConnected ? <Icon name="check_circle" /> : <UnlinkedIcon />}
              <span>
                <span className="usa-sr-only">{isConnected ? t`Connected:` : ''} </span>
                <bdi>{label}</bdi>
                {!isConnected && (
                  <span className="block small text-bad">
                    <Trans>Connection ended by the agency</Trans>
                  </span>
                )}
              </span>
            </span>
            <Button
              kind="unstyled"

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
