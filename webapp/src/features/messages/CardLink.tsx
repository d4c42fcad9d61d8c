import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { getCardId, useSubscriptions } from '@/lib/connections/subscriptions';
import { paths } from '@/lib/paths';
import { Icon } from '@/components/Icon';
import type { OpenedMessage } from './messages';

/** Links to the card of the record that the message is about, until the connection ends. */
export function CardLink({ message: { subscriptionId, origin } }: { message: OpenedMessage }) {
  const { data } = useSubscriptions();
  const card = data?.items.find(
    ({ id, identities }) =>
      id === subscriptionId || identities.some((identity) => identity.id === subscriptionId),
  );
  if (!card || !origin) return null;
  const label = origin.recordLabel || origin.serviceName;
  return (
    <p className="no-print">
      <Link to={{ pathname: paths.dashboard, hash: getCardId(card.id) }} className="usa-link action">
        <Icon name="arrow_forward" />
        <span>
          <Trans>
            <bdi>{label}</bdi> on your dashboard
          </Trans>
        </span>
      </Link>
    </p>
  );
}
