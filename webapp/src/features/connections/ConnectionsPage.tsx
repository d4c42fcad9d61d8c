import '@/styles/forms.scss';
import '@/styles/parts.scss';
import '@/styles/connections.scss';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { createFirstReads } from '@/lib/api/firstReads';
import { isSettled } from '@/lib/api/useRead';
import { useSubscriptions } from '@/lib/connections/subscriptions';
import { useDisconnect } from '@/components/connections/useDisconnect';
import { Awaited, FailedRead } from '@/components/FailedRead';
import { FilterSelect } from '@/components/list/filters';
import { PageHeading } from '@/components/PageHeading';
import { groupByAgency, categories, findCategory, searchServices } from '@/components/services/catalog';
import { NoServiceFound, ServiceSearch } from '@/components/services/ServiceSearch';
import { useCategoryLabels } from '@/components/services/useCategoryLabels';
import { useAgencyServices } from './api';
import { AgencySection } from './AgencySection';

ConnectionsPage.FirstReads = createFirstReads(() => {
  useAgencyServices();
  useSubscriptions();
});

/** The services of all agencies, and which of them are connected. */
export default function ConnectionsPage() {
  const { t } = useLingui();
  const words = useCategoryLabels();
  const catalog = useAgencyServices();
  const subscriptions = useSubscriptions();
  const disconnect = useDisconnect();
  const [parameters, setParameters] = useSearchParams();
  const results = useRef<HTMLParagraphElement>(null);
  const search = parameters.get('q') ?? '';
  const category = findCategory(parameters.get('category'));

  const connected = useMemo(() => subscriptions.data?.items ?? [], [subscriptions.data]);
  // A discontinued service is shown only to people who are connected with it.
  const offered = useMemo(
    () =>
      (catalog.data?.items ?? []).filter(
        ({ id, isAvailable }) =>
          isAvailable || connected.some(({ agencyServiceId }) => agencyServiceId === id),
      ),
    [catalog.data, connected],
  );
  const known = categories.filter((each) => offered.some((service) => service.category === each));
  const found = useMemo(() => searchServices(offered, search, category), [offered, search, category]);
  const groups = useMemo(() => groupByAgency(found), [found]);
  const error: unknown = catalog.data ? undefined : catalog.error;
  const isAwaited = ![catalog, subscriptions].every(isSettled);

  function filter(name: 'q' | 'category', value: string) {
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        if (value) changed.set(name, value);
        else changed.delete(name);
        return changed;
      },
      // Going back leads to the previous page, not through every typed letter.
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <div className="page">
      <PageHeading title={t`Connections`} />
      <p className="lead">
        <Trans>
          Choose what you want to see on your dashboard. You decide which records we may ask for, and you can
          disconnect at any time.
        </Trans>
      </p>
      {(isAwaited || error !== undefined) && <Awaited lines={12} error={error} onRetry={catalog.mutate} />}
      {catalog.data && !isAwaited && (
        <>
          <ServiceSearch
            value={search}
            onChange={(value) => filter('q', value)}
            onSubmit={() => results.current?.focus()}
          >
            <FilterSelect
              id="service-category"
              label={t`Category`}
              all={t`All categories`}
              value={category ?? ''}
              onChange={(value) => filter('category', value)}
              options={known.map((each) => ({ value: each, text: words.category[each] }))}
            />
          </ServiceSearch>
          {subscriptions.error !== undefined && !subscriptions.data && (
            <FailedRead error={subscriptions.error} onRetry={subscriptions.mutate} />
          )}
          <p ref={results} className="quiet results" role="status" tabIndex={-1}>
            <Plural value={found.length} one="One service" other="# services" />
          </p>
          {found.length === 0 && <NoServiceFound onShowAll={() => setParameters({}, { replace: true })} />}
          {groups.map((group) => (
            <AgencySection
              key={group.agency.id}
              group={group}
              subscriptions={connected}
              onDisconnect={(subscription, identity) => {
                void disconnect(subscription, identity).then((isEnded) => {
                  // The pressed button disappears with its record.
                  if (isEnded) document.getElementById(`agency-${group.agency.id}`)?.focus();
                });
              }}
            />
          ))}
        </>
      )}
    </div>
  );
}
