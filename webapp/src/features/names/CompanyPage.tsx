import '@/styles/parts.scss';
import './names.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import { ApiError } from '@/lib/api/errors';
import { useCountyNames } from '@/lib/api/lookups';
import { formatDay } from '@/lib/i18n/dates';
import { paths } from '@/lib/paths';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { buildQuery } from '@/components/planning/nameLinks';
import { getRegisterLabel, nameEntityLabels } from './labels';
import { useCompany, type Company, type SimilarName } from './api';
import { buildCompanyAddress } from './names';
import { NamesFailure } from './NamesFailure';
import { NameStatusTag } from './NameStatusTag';
import { Place } from './Place';

/** Shows a company of the register, or a name that is reserved or filed in this portal. */
export default function CompanyPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  // The key remounts the page for another name, so the new heading takes the focus.
  return <CompanyDetails key={id} id={id} name={search.get('name') ?? ''} />;
}

function CompanyDetails({ id, name }: { id: string; name: string }) {
  const { t } = useLingui();
  const state = useLocation().state as { search?: string } | null;
  const { data, error, mutate } = useCompany(id, name);
  // A name that is too long for the API does not exist either.
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  const title = isUnknown ? t`Name not found` : (data?.name ?? (name || t`Business name`));
  const query = state?.search ?? `?${new URLSearchParams(buildQuery({ name })).toString()}`;
  return (
    <div className="page">
      <PageHeading title={title}>
        <bdi>{title}</bdi>
      </PageHeading>
      {data && <Facts company={data} />}
      {isUnknown && (
        <p>
          <Trans>
            We no longer have this name. The reservation may have ended, or the register changed. Search for
            it again.
          </Trans>
        </p>
      )}
      {error !== undefined && !isUnknown && <NamesFailure error={error} onRetry={mutate} />}
      {!data && error === undefined && <Skeleton lines={8} />}
      <p className="buttons buttons--end">
        <Link to={`${paths.searchExisting}${query}`} className="usa-button usa-button--outline">
          <Trans>Back to the search</Trans>
        </Link>
      </p>
    </div>
  );
}

function Facts({ company }: { company: Company }) {
  const { t, i18n } = useLingui();
  const { asOf, city, close, conflicts, entityType, formedOn, source, status, uncertain } = company;
  const county = useCountyNames().get(company.county) ?? '';
  const day = formatDay(asOf, i18n.locale);
  const since =
    status === 'reserved'
      ? t`Reserved on`
      : source === 'portal'
        ? t`In Arizona since`
        : entityType === 'tradeName'
          ? t`Registered on`
          : t`Formed on`;
  return (
    <>
      <dl className="fact-grid">
        <Fact term={t`Status`}>
          <NameStatusTag status={status} />
        </Fact>
        <Fact term={t`Entity type`}>{t(nameEntityLabels[entityType])}</Fact>
        <Fact term={since}>{formatDay(formedOn, i18n.locale)}</Fact>
        {(city || county) && (
          <Fact term={t`Place`}>
            <Place city={city} county={county} />
          </Fact>
        )}
      </dl>
      {status === 'reserved' && source === 'portal' && (
        <p>
          <Trans>Reserved in this portal.</Trans>
        </p>
      )}
      <p className="fine-print">
        {source === 'register' ? (
          <Trans>As of {day}, when this portal last read the register.</Trans>
        ) : (
          <Trans>From this portal, current now. Other names are from the register as of {day}.</Trans>
        )}
      </p>
      <OtherNames title={t`Names that conflict with it`} names={conflicts} />
      <OtherNames title={t`Names that may be the same under the rules`} names={uncertain} />
      <OtherNames title={t`Similar names`} names={close} />
      {[conflicts, uncertain, close].every(({ length }) => length === 0) && (
        <p>
          <Trans>No other name conflicts with it or is similar to it.</Trans>
        </p>
      )}
      <OfficialRecord company={company} />
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function OtherNames({ title, names }: { title: string; names: readonly SimilarName[] }) {
  if (names.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="line-list">
        {names.map((name) => (
          <li key={name.id} className="rival">
            <div className="row row--between">
              <Link to={buildCompanyAddress(name)} className="usa-link">
                <bdi>{name.name}</bdi>
              </Link>
              <NameStatusTag status={name.status} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OfficialRecord({ company: { entityType, source, status } }: { company: Company }) {
  const { t } = useLingui();
  const label = getRegisterLabel(entityType);
  const register = t(label);
  const isOfCommission = entityType !== 'lp' && entityType !== 'llp' && entityType !== 'tradeName';
  return (
    <section aria-labelledby="record">
      <h2 id="record">
        <Trans>How to get the official record</Trans>
      </h2>
      <p>
        {source === 'portal' && status !== 'active' ? (
          <Trans>
            There is no official record yet. The {register} has not approved a filing of this name here.
          </Trans>
        ) : isOfCommission ? (
          <Trans>
            This page is not the official record. Look up the name in the {register}’s{' '}
            <a
              href="https://arizonabusinesscenter.azcc.gov"
              className="usa-link"
              target="_blank"
              rel="noopener noreferrer"
            >
              Arizona Business Center
              <span className="usa-sr-only"> (opens in a new tab)</span>
            </a>
            .
          </Trans>
        ) : (
          <Trans>This page is not the official record. Ask the {register} for it.</Trans>
        )}
      </p>
    </section>
  );
}
