import '@/styles/forms.scss';
import '@/styles/parts.scss';
import '@/styles/connections.scss';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { generatePath, Link, useSearchParams } from 'react-router';
import { paths } from '@/lib/paths';
import { AgencyMark } from '@/components/connections/AgencyMark';
import { Awaited } from '@/components/FailedRead';
import { FilterSelect } from '@/components/list/filters';
import { PageHeading } from '@/components/PageHeading';
import { usePageDescription } from '@/components/planning/usePageDescription';
import { byAgency, searched } from '@/components/services/catalogue';
import { NoServiceFound, ServiceSearch } from '@/components/services/ServiceSearch';
import { useServices, type PublicService } from './api';
import { GuideLinks } from './GuideLinks';
import { guides } from './guides';

/** Lists every service of every agency, for everybody. */
export function ServicesPage() {
  const { t, i18n } = useLingui();
  usePageDescription(
    t`Every service of every agency in this portal: what it is, what you need, how long it takes, and what it costs.`,
  );
  const { data, error, mutate } = useServices();
  const [parameters, setParameters] = useSearchParams();
  const results = useRef<HTMLParagraphElement>(null);
  const search = parameters.get('q') ?? '';
  const isByAgency = parameters.get('by') === 'agency';
  const found = searched(data?.items ?? [], search);

  function change(name: 'q' | 'by', value: string) {
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        if (value) changed.set(name, value);
        else changed.delete(name);
        return changed;
      },
      // The way back leads to the page before, not through every letter that was typed.
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <div className="page">
      <PageHeading title={t`Services A to Z`} />
      <p className="lead">
        <Trans>
          Find a service by its name or in your own words, such as dmv, taxes, or food stamps. You don’t need
          an account to read about it.
        </Trans>
      </p>
      <ServiceSearch
        value={search}
        onChange={(value) => change('q', value)}
        onSubmit={() => results.current?.focus()}
      >
        <FilterSelect
          id="service-order"
          label={t`Order`}
          all={t`By name`}
          value={isByAgency ? 'agency' : ''}
          onChange={(value) => change('by', value)}
          options={[{ value: 'agency', text: t`By agency` }]}
        />
      </ServiceSearch>
      {!data && <Awaited lines={30} error={error} onRetry={mutate} />}
      {data && (
        <>
          <p ref={results} className="quiet results" role="status" tabIndex={-1}>
            <Plural value={found.length} one="One service" other="# services" />
          </p>
          {found.length === 0 && <NoServiceFound onShowAll={() => change('q', '')} />}
          {isByAgency
            ? byAgency(found)
                .sort((one, other) => one.agency.name.localeCompare(other.agency.name, i18n.locale))
                .map(({ agency, services }) => (
                  <section key={agency.id} className="card agency" aria-labelledby={`agency-${agency.id}`}>
                    <div className="row row--nowrap agency__top">
                      <AgencyMark agency={agency} />
                      <div>
                        <h2 id={`agency-${agency.id}`} className="heading-lg margin-0">
                          {agency.name}
                        </h2>
                        <p className="quiet small margin-0">{agency.description}</p>
                      </div>
                    </div>
                    <ServiceList services={services} />
                  </section>
                ))
            : found.length > 0 && (
                <div className="card agency">
                  <ServiceList services={found} isWithAgency />
                </div>
              )}
        </>
      )}
      {data && !search && (
        <section>
          <h2>
            <Trans>Guides and checklists</Trans>
          </h2>
          <GuideLinks guides={guides} />
        </section>
      )}
    </div>
  );
}

/** The services, each a link to its page. */
function ServiceList({
  services,
  isWithAgency = false,
}: {
  services: readonly PublicService[];
  isWithAgency?: boolean;
}) {
  return (
    <ul className="usa-list--unstyled divided agency__offers">
      {services.map(({ id, name, description, agency }) => (
        <li key={id} className="offer">
          <Link to={generatePath(paths.service, { id })} className="usa-link text-bold">
            {name}
          </Link>
          {isWithAgency && <p className="quiet small margin-0">{agency.name}</p>}
          <p className="margin-0">{description}</p>
        </li>
      ))}
    </ul>
  );
}
