import '@/styles/parts.scss';
import '@/styles/connections.scss';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { generatePath, Link, useParams } from 'react-router';
import { isSettled } from '@/lib/api/useRead';
import { useSession } from '@/lib/auth/session';
import { cardId, useSubscriptions, type Subscription } from '@/lib/connections/subscriptions';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { AgencyMark } from '@/components/connections/AgencyMark';
import { Awaited } from '@/components/FailedRead';
import { FeeList } from '@/components/fees/FeeList';
import { Icon } from '@/components/Icon';
import { PageHeading } from '@/components/PageHeading';
import { usePageDescription } from '@/components/planning/usePageDescription';
import { useServices, type PublicService } from './api';
import { PageRating } from './PageRating';

/** Describes one service for everybody. */
export function ServicePage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const { account } = useSession();
  const { data, error, mutate } = useServices();
  const subscriptions = useSubscriptions();
  // The way to a connected record takes more room than the way to connect.
  const isAwaited = account !== null && !isSettled(subscriptions);
  const service = data?.items.find((each) => each.id === id);
  return (
    <div className="page page--narrow">
      <Link to={paths.services} className="usa-link action">
        <Icon name="navigate_before" />
        <Trans>All services</Trans>
      </Link>
      {service && !isAwaited ? (
        <About
          key={id}
          service={service}
          connected={subscriptions.data?.items.find((each) => each.agencyServiceId === id)}
        />
      ) : (
        <>
          <PageHeading title={t`Service`} />
          {data && !service ? (
            <Alert kind="info" heading={t`We couldn’t find this service`} isLive>
              <p>
                <Trans>The agency may have withdrawn it. Choose another service from the list.</Trans>
              </p>
            </Alert>
          ) : (
            <Awaited lines={30} error={error} onRetry={mutate} />
          )}
        </>
      )}
    </div>
  );
}

interface AboutProps {
  service: PublicService;
  /** The person's connection with it. */
  connected: Subscription | undefined;
}

function About({ service, connected }: AboutProps) {
  const { t } = useLingui();
  const { account } = useSession();
  const { actions, agency, description, forms, id, identityValues, matchesPerson, name, needsProof } =
    service;
  usePageDescription(`${name}: ${description}`);
  const notListed = (
    <p>
      <Trans>Not listed: ask the agency ({agency.name}).</Trans>
    </p>
  );
  return (
    <>
      <PageHeading title={name} />
      <div className="row row--nowrap quiet margin-bottom-2">
        <AgencyMark agency={agency} />
        <p>{agency.name}</p>
      </div>
      <p className="lead">{description}</p>
      {connected ? (
        <div className="buttons">
          <Link to={`${paths.dashboard}#${cardId(connected.id)}`} className="usa-button usa-button--big">
            {t`See it on your dashboard`}
          </Link>
          {identityValues.length > 0 && (
            <Link to={generatePath(paths.connect, { serviceId: id })} className="usa-link">
              {t`Connect another record`}
            </Link>
          )}
        </div>
      ) : (
        <p>
          <Link to={generatePath(paths.connect, { serviceId: id })} className="usa-button usa-button--big">
            {account ? t`Connect` : t`Sign in to connect`}
          </Link>
        </p>
      )}
      <section>
        <h2>
          <Trans>What you need</Trans>
        </h2>
        <ul className="usa-list">
          <li>
            <Trans>An account in this portal</Trans>
          </li>
          {identityValues.map((value) => (
            <li key={value}>{value}</li>
          ))}
          {matchesPerson && (
            <li>
              <Trans>A record in your own name: the agency compares your legal name and date of birth</Trans>
            </li>
          )}
          {needsProof && (
            <li>
              <Trans>Enhanced authentication, which proves who you are</Trans>
            </li>
          )}
        </ul>
      </section>
      <section>
        <h2>
          <Trans>What you can do online</Trans>
        </h2>
        <ul className="usa-list">
          <li>
            {identityValues.length > 0 ? (
              <Trans>See your record on your dashboard</Trans>
            ) : (
              <Trans>Get notices from the agency</Trans>
            )}
          </li>
          {actions.map((action) => (
            <li key={action}>{action}</li>
          ))}
          {forms.map((form) => (
            <li key={form.id}>
              <Trans>
                Apply:{' '}
                <Link to={`${paths.newApplication}?form=${form.id}`} className="usa-link">
                  {form.name}
                </Link>
              </Trans>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>
          <Trans>How long it takes</Trans>
        </h2>
        {forms.length === 0 && notListed}
        {forms.map(({ decisionBusinessDays, id: formId, name: formName }) => (
          <p key={formId}>
            <strong>{formName}</strong>:{' '}
            {decisionBusinessDays === null ? (
              <Trans>not listed, ask the agency ({agency.name})</Trans>
            ) : (
              <Plural
                value={decisionBusinessDays}
                one="the agency says # business day"
                other="the agency says # business days"
              />
            )}
          </p>
        ))}
      </section>
      <section>
        <h2>
          <Trans>What it costs</Trans>
        </h2>
        {forms.length === 0 && notListed}
        {forms.map(({ fees, id: formId, name: formName }) => (
          <div key={formId}>
            <h3 className="heading-sm">{formName}</h3>
            <FeeList fees={fees} agency={agency.name} />
          </div>
        ))}
      </section>
      {forms.some(({ documents }) => documents.length > 0) && (
        <section>
          <h2>
            <Trans>Files the agency may ask for</Trans>
          </h2>
          <ul className="usa-list">
            {[...new Set(forms.flatMap(({ documents }) => documents))].map((document) => (
              <li key={document}>{document}</li>
            ))}
          </ul>
        </section>
      )}
      <PageRating page={`services/${id}`} />
    </>
  );
}
