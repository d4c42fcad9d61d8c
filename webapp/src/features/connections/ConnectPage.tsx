import '@/styles/forms.scss';
import '@/styles/parts.scss';
import '@/styles/connections.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams } from 'react-router';
import { ApiError } from '@/lib/api/errors';
import { getCardId, useSubscriptions } from '@/lib/connections/subscriptions';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { AgencyMark } from '@/components/AgencyMark';
import { useDisconnect } from '@/components/connections/useDisconnect';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { Awaited } from '@/components/FailedRead';
import { Icon } from '@/components/Icon';
import { PageHeading } from '@/components/PageHeading';
import { useAgencyService, type ServiceDetails } from './api';
import { ConnectedRecords } from './ConnectedRecords';
import { ConnectForm, useConnectForm } from './ConnectForm';
import { StepUpToConnect } from './StepUpToConnect';

function BackToCatalog() {
  return (
    <Link to={paths.connections} className="usa-link action">
      <Icon name="navigate_before" />
      <Trans>All services</Trans>
    </Link>
  );
}

/** Connects a record of one service. */
export default function ConnectPage() {
  const { t } = useLingui();
  const { serviceId = '' } = useParams();
  const { data, error, mutate } = useAgencyService(serviceId);

  if (data) return <ConnectService key={data.id} service={data} />;
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <div className="page page--narrow">
      <BackToCatalog />
      <PageHeading title={t`Connect a service`} />
      {isUnknown ? (
        <Alert kind="info" heading={t`We couldn’t find this service`} isLive>
          <p>
            <Trans>The agency may have withdrawn it. Choose another service from the list.</Trans>
          </p>
        </Alert>
      ) : (
        <Awaited lines={9} error={error} onRetry={mutate} />
      )}
    </div>
  );
}

function ConnectService({ service }: { service: ServiceDetails }) {
  const { t } = useLingui();
  const subscriptions = useSubscriptions();
  const disconnect = useDisconnect();
  const subscription = subscriptions.data?.items.find(
    ({ agencyServiceId }) => agencyServiceId === service.id,
  );
  const { form, stepUpTypes } = useConnectForm(service, subscription);
  const { name } = service;
  const canConnect = service.isAvailable && (service.asksForIdentity || !subscription);

  return (
    <div className="page page--narrow">
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <BackToCatalog />
      <PageHeading title={t`Connect ${name}`} />
      <div className="row row--nowrap quiet margin-bottom-2">
        <AgencyMark agency={service.agency} />
        <p>{service.agency.name}</p>
      </div>
      <p className="lead">{service.description}</p>
      {service.displayFields.length > 0 && (
        <section className="card connect__part" aria-labelledby="shown-title">
          <h2 className="heading-md" id="shown-title">
            <Trans>What you will see on your dashboard</Trans>
          </h2>
          <ul className="connect__list">
            {service.displayFields.map((field) => (
              <li key={field.name}>{field.label}</li>
            ))}
          </ul>
          {service.actions.length > 0 && (
            <>
              <h3 className="heading-sm margin-top-2">
                <Trans>What you can do there</Trans>
              </h3>
              <ul className="connect__list">
                {service.actions.map((action) => (
                  <li key={action}>{action}</li>
                ))}
              </ul>
            </>
          )}
        </section>
      )}
      {subscription && (
        <section className="connect__part" aria-labelledby="connected-title">
          <h2 className="heading-md" id="connected-title" tabIndex={-1}>
            <Trans>Already connected</Trans>
          </h2>
          <ConnectedRecords
            subscription={subscription}
            onDisconnect={(identity) => {
              void disconnect(subscription, identity).then((isEnded) => {
                if (isEnded) document.querySelector<HTMLElement>('h1')?.focus();
              });
            }}
          />
          <Link to={{ pathname: paths.dashboard, hash: getCardId(subscription.id) }} className="usa-link">
            <Trans>See it on your dashboard</Trans>
          </Link>
        </section>
      )}
      {!service.isAvailable && (
        <Alert kind="info" heading={t`This service is no longer offered here`}>
          <p>
            <Trans>
              You can’t connect anything new. Your current connections stay until you disconnect them.
            </Trans>
          </p>
        </Alert>
      )}
      {canConnect && (
        <section className="page__wide" aria-labelledby="form-title">
          <h2 id="form-title" className="heading-lg">
            {!service.asksForIdentity ? (
              <Trans>Add it to your dashboard</Trans>
            ) : subscription ? (
              <Trans>Connect another record</Trans>
            ) : (
              <Trans>Find your record</Trans>
            )}
          </h2>
          {service.stepUpTypes === null ? (
            <ConnectForm service={service} form={form} stepUpTypes={stepUpTypes} />
          ) : (
            <StepUpToConnect service={service} types={service.stepUpTypes} />
          )}
        </section>
      )}
    </div>
  );
}
