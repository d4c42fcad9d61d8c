import '@/styles/parts.scss';
import '@/styles/connections.scss';
import { useEffect } from 'react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { generatePath, Link, useLocation, useParams } from 'react-router';
import { isSettled } from '@/lib/api/useRead';
import { useSession } from '@/lib/auth/session';
import { getCardId, useSubscriptions, type Subscription } from '@/lib/connections/subscriptions';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { AgencyMark } from '@/components/AgencyMark';
import { Awaited } from '@/components/FailedRead';
import { FeeList } from '@/components/fees/FeeList';
import { Icon } from '@/components/Icon';
import { PageHeading } from '@/components/PageHeading';
import { usePageDescription } from '@/components/planning/usePageDescription';
import { useServices, type PublicService } from './api';
import { Fact, Facts } from './Facts';
import { PageRating } from './PageRating';

/** Describes one service to everyone. */
export default function ServicePage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const { account } = useSession();
  const { data, error, mutate } = useServices();
  const subscriptions = useSubscriptions();
  // The link to a connected record takes more space than the link to connect.
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
  const {
    actions,
    agency,
    description,
    forms,
    guidance,
    id,
    identityValues,
    matchesPerson,
    name,
    needsProof,
  } = service;
  usePageDescription(`${name}: ${description}`);
  useNamedPart();
  const connect = generatePath(paths.connect, { serviceId: id });
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
          <Link to={`${paths.dashboard}#${getCardId(connected.id)}`} className="usa-button usa-button--big">
            {t`See it on your dashboard`}
          </Link>
          {identityValues.length > 0 && (
            <Link to={connect} className="usa-link">
              {t`Connect another record`}
            </Link>
          )}
        </div>
      ) : (
        <p>
          <Link to={connect} className="usa-button usa-button--big">
            {account ? t`Connect` : t`Sign in to connect`}
          </Link>
        </p>
      )}
      <nav aria-labelledby="contents">
        <h2 id="contents">
          <Trans>What you can do</Trans>
        </h2>
        <ul className="usa-list">
          {actions.map((action) => (
            <li key={action.id}>
              <a href={`#${action.id}`} className="usa-link">
                {action.label}
              </a>
            </li>
          ))}
          {forms.map((form) => (
            <li key={form.id}>
              <a href={`#${form.id}`} className="usa-link">
                <Trans>Apply: {form.name}</Trans>
              </a>
            </li>
          ))}
          <li>
            {identityValues.length > 0 ? (
              <Trans>See your record on your dashboard</Trans>
            ) : (
              <Trans>Get notices from the agency</Trans>
            )}
          </li>
        </ul>
      </nav>
      {guidance && (
        <section aria-labelledby="start">
          <h2 id="start">
            <Trans>How to start</Trans>
          </h2>
          <Facts guidance={guidance} />
        </section>
      )}
      {actions.map((action) => (
        <section key={action.id} aria-labelledby={action.id}>
          <h2 id={action.id} tabIndex={-1}>
            {action.label}
          </h2>
          <Facts guidance={action.guidance} needsProof={action.needsProof} />
        </section>
      ))}
      {forms.map((form) => (
        <FormPart key={form.id} form={form} />
      ))}
      <section>
        <h2>
          <Trans>What you need to connect</Trans>
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
      {isIncomplete(service) && (
        <p className="quiet margin-top-4">
          <Trans>Is a cost or a time missing or not confirmed? Ask {agency.name}.</Trans>
        </p>
      )}
      <PageRating page={`services/${id}`} />
    </>
  );
}

/** Scrolls to the part in the address, which exists only after the services have loaded. */
function useNamedPart() {
  const { hash } = useLocation();
  useEffect(() => {
    const part = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!part) return;
    part.scrollIntoView({ block: 'start' });
    part.focus({ preventScroll: true });
  }, [hash]);
}

function FormPart({ form }: { form: PublicService['forms'][number] }) {
  const { decisionBusinessDays, description, documents, fees, id, name } = form;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {name}
      </h2>
      <div className="stack">
        <p>{description}</p>
        <Fact name={<Trans>How</Trans>}>
          <p>
            <Trans>
              Fill in the form:{' '}
              <Link to={`${paths.newApplication}?form=${id}`} className="usa-link">
                {name}
              </Link>
            </Trans>
          </p>
        </Fact>
        {documents.length > 0 && (
          <Fact name={<Trans>Files the agency may ask for</Trans>}>
            <ul className="usa-list">
              {documents.map((document) => (
                <li key={document}>{document}</li>
              ))}
            </ul>
          </Fact>
        )}
        {fees.length > 0 && (
          <Fact name={<Trans>What it costs</Trans>}>
            <FeeList fees={fees} agency={null} />
          </Fact>
        )}
        {decisionBusinessDays !== null && (
          <Fact name={<Trans>How long it takes</Trans>}>
            <p>
              <Plural
                value={decisionBusinessDays}
                one="The agency says # business day"
                other="The agency says # business days"
              />
            </p>
          </Fact>
        )}
      </div>
    </section>
  );
}

/** Checks if a cost or a time is missing or not confirmed anywhere on the page. */
function isIncomplete({ actions, forms }: PublicService): boolean {
  const isMissing = (fees: PublicService['forms'][number]['fees'], time: unknown) =>
    !time || fees.length === 0 || fees.some(({ sourceUrl }) => sourceUrl === null);
  return (
    actions.some(({ guidance }) => isMissing(guidance?.fees ?? [], guidance?.time)) ||
    forms.some(({ decisionBusinessDays, fees }) => isMissing(fees, decisionBusinessDays))
  );
}
