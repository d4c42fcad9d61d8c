import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './applications.scss';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { generatePath, Link, useSearchParams } from 'react-router';
import { createFirstReads } from '@/lib/api/firstReads';
import { getOptions } from '@/lib/api/lookups';
import { isSettled } from '@/lib/api/useRead';
import { paths } from '@/lib/paths';
import { FailedRead } from '@/components/FailedRead';
import { Icon } from '@/components/Icon';
import { FilterSelect } from '@/components/list/filters';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { entityLabels, canFile, roleLabels, type Business } from '@/components/businessLabels';
import { ApplicationItem } from './ApplicationItem';
import { useApplications, useBusinesses, useReservations, type ApplicationSummary } from './api';
import { isOver, sortByUrgency, isWaitingForYou } from './applications';
import { ReservedNames } from './ReservedNames';

BusinessDashboardPage.FirstReads = createFirstReads(() => {
  useBusinesses();
  useApplications();
  useReservations();
});

/** The businesses, reserved names, and applications of the person. */
export default function BusinessDashboardPage() {
  const { t } = useLingui();
  const businesses = useBusinesses();
  const applications = useApplications({ revalidateOnFocus: true });
  const isNew = businesses.data?.items.length === 0;
  const isAwaited = ![businesses, applications, useReservations()].every(isSettled);

  return (
    <div className="page applications">
      <PageHeading title={t`Business`} />
      <p className="lead">
        <Trans>Your businesses, reserved names, and applications.</Trans>
      </p>
      {isAwaited ? (
        <Skeleton lines={12} />
      ) : (
        <>
          {isNew && <FirstSteps />}
          <NextSteps canApply={!isNew} />
          <div className="cards">
            <section aria-labelledby="applications">
              <h2 id="applications">
                <Trans>Applications</Trans>
              </h2>
              {applications.data ? (
                <Applications all={applications.data.items} businesses={businesses.data?.items ?? []} />
              ) : (
                <FailedRead error={applications.error} onRetry={applications.mutate} />
              )}
            </section>
            <div>
              <section aria-labelledby="businesses">
                <div className="section-top">
                  <h2 id="businesses">
                    <Trans>Businesses</Trans>
                  </h2>
                  <Link to={paths.newBusiness} className="usa-link">
                    <Trans>Add a business</Trans>
                  </Link>
                </div>
                {businesses.data ? (
                  <Businesses all={businesses.data.items} />
                ) : (
                  <FailedRead error={businesses.error} onRetry={businesses.mutate} />
                )}
              </section>
              <ReservedNames />
            </div>
          </div>
        </>
      )}
    </div>
  );
}

/** The steps for a person without a business. */
function FirstSteps() {
  const { t } = useLingui();
  const steps = [
    {
      title: t`Start planning`,
      text: t`Find an available name and estimate your startup costs.`,
      link: t`Plan a new business`,
      to: paths.businessPlan,
    },
    {
      title: t`Add your business`,
      text: t`Add a business that you are starting or already have. You can invite others to act for it.`,
      link: t`Add a business`,
      to: paths.newBusiness,
    },
    {
      title: t`Apply`,
      text: t`Apply to agencies and track your applications here.`,
      link: t`See all applications`,
      to: paths.newApplication,
    },
  ];
  return (
    <ol className="usa-process-list">
      {steps.map(({ title, text, link, to }) => (
        <li key={to} className="usa-process-list__item">
          <h2 className="usa-process-list__heading">{title}</h2>
          <p>{text}</p>
          <div className="buttons">
            <Link to={to} className={to === paths.newBusiness ? 'usa-button' : 'usa-link'}>
              {link}
            </Link>
          </div>
        </li>
      ))}
    </ol>
  );
}

function NextSteps({ canApply }: { canApply: boolean }) {
  return (
    <div className="buttons">
      {canApply && (
        <>
          <Link to={paths.newApplication} className="usa-button">
            <Trans>Start an application</Trans>
          </Link>
          <Link to={paths.businessPlan} className="usa-link">
            <Trans>Plan a new business</Trans>
          </Link>
        </>
      )}
      <Link to={paths.agencyAccounts} className="usa-link">
        <Trans>Accounts at agencies</Trans>
      </Link>
    </div>
  );
}

function Applications({
  all,
  businesses,
}: {
  all: readonly ApplicationSummary[];
  businesses: readonly Business[];
}) {
  const { t } = useLingui();
  const [search, setSearch] = useSearchParams();
  const chosen = search.get('business') ?? '';
  const business = businesses.find(({ id }) => id === chosen);
  const sorted = sortByUrgency(business ? all.filter(({ businessId }) => businessId === business.id) : all);
  const open = sorted.filter((application) => !isOver(application));
  const over = sorted.filter(isOver);
  const yours = open.filter(isWaitingForYou).length;

  return (
    <>
      {businesses.length > 1 && all.length > 0 && (
        <FilterSelect
          id="business-filter"
          className="form"
          label={t`Business`}
          all={t`All businesses`}
          value={business?.id ?? ''}
          onChange={(value) => setSearch(value ? { business: value } : {}, { replace: true })}
          options={getOptions(businesses)}
        />
      )}
      <p role="status">
        {sorted.length === 0 ? (
          <Trans>No applications yet. An application that you start appears here.</Trans>
        ) : yours > 0 ? (
          <Plural
            value={yours}
            one="# application needs your action."
            other="# applications need your action."
          />
        ) : (
          <Trans>You have nothing to do.</Trans>
        )}
      </p>
      {open.length > 0 && <ApplicationList label={t`Open applications`} applications={open} />}
      {over.length > 0 && (
        <details open={open.length === 0}>
          <summary>
            <Plural value={over.length} one="# closed" other="# closed" />
          </summary>
          <ApplicationList label={t`Closed applications`} applications={over} />
        </details>
      )}
    </>
  );
}

function ApplicationList({
  label,
  applications,
}: {
  label: string;
  applications: readonly ApplicationSummary[];
}) {
  return (
    <ul className="usa-list--unstyled stack" aria-label={label}>
      {applications.map((application) => (
        <li key={application.id}>
          <ApplicationItem application={application} />
        </li>
      ))}
    </ul>
  );
}

function Businesses({ all }: { all: readonly Business[] }) {
  const { t } = useLingui();
  if (all.length === 0)
    return (
      <p className="quiet">
        <Trans>No businesses yet.</Trans>
      </p>
    );
  return (
    <ul className="line-list line-list--framed" aria-label={t`Businesses`}>
      {all.map(({ entityType, id, name, role }) => (
        <li key={id} className="row row--between">
          <span className="grow">
            <Link to={generatePath(paths.business, { id })} className="usa-link">
              <bdi>{name}</bdi>
            </Link>
            <span className="block quiet small">
              {t(entityLabels[entityType])}
              {' · '}
              {t(roleLabels[role])}
            </span>
          </span>
          {canFile(role) && (
            <Link
              to={`${paths.newApplication}?business=${encodeURIComponent(id)}`}
              className="usa-link action"
              aria-label={t`Apply for ${name}`}
            >
              <Icon name="arrow_forward" />
              <span>
                <Trans>Apply</Trans>
              </span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
