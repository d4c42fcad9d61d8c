import '@/styles/forms.scss';
import '@/styles/parts.scss';
import '@/styles/connections.scss';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { generatePath, Link, useSearchParams } from 'react-router';
import { paths } from '@/lib/paths';
import { useTypedSearch } from '@/lib/useTyped';
import { AgencyMark } from '@/components/AgencyMark';
import { Awaited } from '@/components/FailedRead';
import { FilterSelect } from '@/components/list/filters';
import { PageHeading } from '@/components/PageHeading';
import { usePageDescription } from '@/components/planning/usePageDescription';
import { groupByAgency } from '@/components/services/catalog';
import { ResultItem } from '@/components/services/ResultItem';
import { NoServiceFound, ServiceSearch } from '@/components/services/ServiceSearch';
import { longestSearch, shortestSearch, useSearch, useServices, type PublicService } from './api';
import { GuideLinks } from './GuideLinks';

/** Lists every service of every agency, to everyone. */
export function ServicesPage() {
  const { t } = useLingui();
  usePageDescription(
    t`Every service of every agency in this portal: what it is, what you need, how long it takes, and what it costs.`,
  );
  const [parameters, setParameters] = useSearchParams();
  const results = useRef<HTMLHeadingElement>(null);
  const q = parameters.get('q') ?? '';
  const words = Array.from(q.trim()).slice(0, longestSearch).join('');
  const isByAgency = parameters.get('by') === 'agency';
  const [typed, setTyped] = useTypedSearch(q, (words) => change('q', words));

  function change(name: 'q' | 'by', value: string) {
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        if (value) changed.set(name, value);
        else changed.delete(name);
        return changed;
      },
      // Going back leads to the previous page, not through every typed letter.
      { replace: true, preventScrollReset: true, state: { isTyped: true } },
    );
  }

  return (
    <div className="page">
      <PageHeading title={t`Services A to Z`} />
      <p className="lead">
        <Trans>
          Search in your own words, such as renew tags, taxes, or food stamps. If no agency here does it, we
          name the office to ask. You don’t need an account.
        </Trans>
      </p>
      <ServiceSearch
        value={typed}
        onChange={setTyped}
        onSubmit={() => {
          change('q', typed);
          results.current?.focus();
        }}
      >
        {words.length < shortestSearch && (
          <FilterSelect
            id="service-order"
            label={t`Order`}
            all={t`By name`}
            value={isByAgency ? 'agency' : ''}
            onChange={(value) => change('by', value)}
            options={[{ value: 'agency', text: t`By agency` }]}
          />
        )}
      </ServiceSearch>
      {words.length >= shortestSearch ? (
        <Results
          q={words}
          heading={results}
          onShowAll={() => {
            setTyped('');
            change('q', '');
          }}
        />
      ) : (
        <AllServices isByAgency={isByAgency} />
      )}
    </div>
  );
}

interface ResultsProps {
  q: string;
  heading: React.RefObject<HTMLHeadingElement | null>;
  onShowAll: () => void;
}

/** All results of a search: services, guides, other offices, forms, fees, and help. */
function Results({ q, heading, onShowAll }: ResultsProps) {
  const { data, error, mutate, isLoading } = useSearch(q);
  if (!data) return <Awaited lines={30} error={error} onRetry={mutate} />;
  const { length } = data.items;
  return (
    <section aria-labelledby="found" aria-busy={isLoading}>
      <div role="status">
        <h2 id="found" ref={heading} tabIndex={-1} className="heading-lg">
          <Plural value={length} _0="No results" one="# result" other="# results" />
        </h2>
      </div>
      {length === 0 ? (
        <NoServiceFound onShowAll={onShowAll} />
      ) : (
        <ul className="line-list">
          {data.items.map((item) => (
            <ResultItem key={`${item.type} ${item.title} ${item.href}`} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Every service by name or by agency, and the guides. */
function AllServices({ isByAgency }: { isByAgency: boolean }) {
  const { i18n } = useLingui();
  const { data, error, mutate } = useServices();
  if (!data) return <Awaited lines={30} error={error} onRetry={mutate} />;
  const { items } = data;
  return (
    <>
      <p className="quiet results">
        <Plural value={items.length} one="One service" other="# services" />
      </p>
      {isByAgency ? (
        groupByAgency(items)
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
      ) : (
        <div className="card agency">
          <ServiceList services={items} isWithAgency />
        </div>
      )}
      <section>
        <h2>
          <Trans>Guides and checklists</Trans>
        </h2>
        <GuideLinks />
      </section>
    </>
  );
}

/** The services, each with a link to its page. */
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
