import { Trans, useLingui } from '@lingui/react/macro';
import { generatePath, Link } from 'react-router';
import type { AgencyService, Identity, Subscription } from '@/lib/connections/subscriptions';
import { paths } from '@/lib/paths';
import { AgencyMark } from '@/components/AgencyMark';
import type { AgencyServices } from '@/components/services/catalog';
import { useCategoryLabels } from '@/components/services/useCategoryLabels';
import { ConnectedRecords } from './ConnectedRecords';

interface ServiceEntryProps {
  service: AgencyService;
  subscription: Subscription | undefined;
  onDisconnect: (subscription: Subscription, identity: Identity | null) => void;
}

function ServiceEntry({ service, subscription, onDisconnect }: ServiceEntryProps) {
  const { t } = useLingui();
  const words = useCategoryLabels();
  const { name } = service;
  const isConnected = subscription?.identities.some(({ status }) => status === 'connected');
  const texts = isConnected
    ? { short: t`Connect another`, full: t`Connect another record of ${name}` }
    : subscription
      ? { short: t`Connect again`, full: t`Connect ${name} again` }
      : { short: t`Connect`, full: t`Connect ${name}` };
  const canConnect = service.isAvailable && (service.asksForIdentity || !subscription);
  return (
    <li className="row row--top row--between offer">
      <div className="offer__about">
        <h3 className="heading-md margin-0">{name}</h3>
        <p className="quiet small margin-0">{words.category[service.category]}</p>
        <p className="margin-0">{service.description}</p>
        {!service.isAvailable && (
          <p className="quiet margin-0">
            <Trans>
              The agency no longer offers this here. Your connections stay until you disconnect them.
            </Trans>
          </p>
        )}
        {subscription && (
          <ConnectedRecords
            subscription={subscription}
            onDisconnect={(identity) => onDisconnect(subscription, identity)}
          />
        )}
      </div>
      {canConnect && (
        <Link
          to={generatePath(paths.connect, { serviceId: service.id })}
          className="usa-button usa-button--outline"
          aria-label={texts.full}
        >
          {texts.short}
        </Link>
      )}
    </li>
  );
}

interface AgencySectionProps {
  group: AgencyServices<AgencyService>;
  subscriptions: readonly Subscription[];
  onDisconnect: ServiceEntryProps['onDisconnect'];
}

/** An agency and its services. */
export function AgencySection({ group, subscriptions, onDisconnect }: AgencySectionProps) {
  const { agency, services } = group;
  const words = useCategoryLabels();
  const titleId = `agency-${agency.id}`;
  return (
    <section className="card agency" aria-labelledby={titleId}>
      <div className="row row--nowrap agency__top">
        <AgencyMark agency={agency} />
        <div>
          <h2 id={titleId} tabIndex={-1} className="heading-lg margin-0">
            {agency.name}
          </h2>
          <p className="quiet small margin-0">{words.kind[agency.kind]}</p>
        </div>
      </div>
      <ul className="usa-list--unstyled divided agency__offers">
        {services.map((service) => (
          <ServiceEntry
            key={service.id}
            service={service}
            subscription={subscriptions.find(({ agencyServiceId }) => agencyServiceId === service.id)}
            onDisconnect={onDisconnect}
          />
        ))}
      </ul>
    </section>
  );
}
