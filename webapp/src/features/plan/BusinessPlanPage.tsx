import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './plan.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { getOptions, useBusinessCategories, useCounties, useMunicipalities } from '@/lib/api/lookups';
import { useSession } from '@/lib/auth/session';
import { paths } from '@/lib/paths';
import { removeStoredPlan } from '@/lib/storage/plan';
import { Button } from '@/components/Button';
import { entityLabels, entityTypes } from '@/components/businessLabels';
import { SelectField } from '@/components/forms/SelectField';
import { TextField } from '@/components/forms/TextField';
import { PageHeading } from '@/components/PageHeading';
import { showToast } from '@/components/toasts/toasts';
import { buildCheckAddress, buildQuery, getNameEntity, longestName } from '@/components/planning/nameLinks';
import { parseCount } from '@/components/planning/parseCount';
import {
  hasAnswers,
  storeAnswers,
  emptyPlan,
  readPlanAnswers,
  type PlanAnswers,
} from '@/components/planning/storedPlan';
import { usePageDescription } from '@/components/planning/usePageDescription';
import { SavedPlanCard } from './SavedPlanCard';

/** Guides a visitor in six steps from an idea to a checked name and a cost sheet. */
export default function BusinessPlanPage() {
  const { t } = useLingui();
  usePageDescription(
    t`Plan a business in Arizona step by step: check its name, estimate your startup costs, and find the right agencies.`,
  );
  const { account } = useSession();
  const [plan, setPlan] = useState(readPlanAnswers);
  const counties = useCounties();
  const places = useMunicipalities();
  const categories = useBusinessCategories();
  const hasFailed = [counties, places, categories].some(({ error }) => error !== undefined);

  const firstField = useRef<HTMLSelectElement>(null);

  function keep(changes: Partial<PlanAnswers>) {
    const changed = { ...plan, ...changes };
    setPlan(changed);
    storeAnswers(changed);
  }

  function clear() {
    setPlan(emptyPlan);
    removeStoredPlan();
    showToast(t`Answers cleared.`);
    firstField.current?.focus();
  }

  function moveTo(businessCountyId: string) {
    const place = places.data?.items.find(({ id }) => id === plan.municipalityId);
    const stays = place?.countyIds.includes(businessCountyId);
    keep({ businessCountyId, municipalityId: stays ? plan.municipalityId : '' });
  }

  const placesHere = (places.data?.items ?? []).filter(({ countyIds }) =>
    countyIds.includes(plan.businessCountyId),
  );
  const hasName = plan.name.trim() !== '';
  const isCount = plan.employees === '' || parseCount(plan.employees) !== null;
  const search = new URLSearchParams(buildQuery({ name: plan.name })).toString();

  return (
    <div className="page page--narrow">
      <PageHeading title={t`Plan your business`} />
      <p className="lead">
        <Trans>
          Go from an idea to a checked name and a cost estimate in six steps. It’s free, and you don’t need an
          account. Answer what you know. You can skip anything.
        </Trans>
      </p>
      {hasFailed && (
        <p className="fine-print" role="status">
          <Trans>
            We couldn’t load some lists. You can continue without them and answer those questions later.
          </Trans>
        </p>
      )}
      <ol className="usa-process-list plan-steps">
        <Step title={<Trans>What will it do?</Trans>}>
          <SelectField
            ref={firstField}
            id="categoryId"
            label={t`What the business does`}
            messages={[]}
            optionalWord={t`optional`}
            placeholder={t`- Select -`}
            options={getOptions(categories.data?.items)}
            value={plan.categoryId}
            onChange={(categoryId) => keep({ categoryId })}
          />
        </Step>
        <Step title={<Trans>Where will it be?</Trans>}>
          <SelectField
            id="businessCountyId"
            label={t`County of the business`}
            messages={[]}
            optionalWord={t`optional`}
            placeholder={t`- Select -`}
            options={getOptions(counties.data?.items)}
            value={plan.businessCountyId}
            onChange={moveTo}
          />
          {placesHere.length > 0 && (
            <SelectField
              id="municipalityId"
              label={t`City or town`}
              messages={[]}
              optionalWord={t`optional`}
              placeholder={t`Unincorporated area`}
              options={getOptions(placesHere)}
              value={plan.municipalityId}
              onChange={(municipalityId) => keep({ municipalityId })}
            />
          )}
        </Step>
        <Step title={<Trans>Who will own it, and who will work there?</Trans>}>
          <SelectField
            id="entityType"
            label={t`What is the business structure?`}
            messages={[]}
            optionalWord={t`optional`}
            placeholder={t`Not decided`}
            options={entityTypes.map((type) => ({ value: type, text: t(entityLabels[type]) }))}
            value={plan.entityType}
            onChange={(value) => keep({ entityType: entityTypes.find((type) => type === value) ?? '' })}
          />
          <TextField
            id="employees"
            label={t`Employees in the first year`}
            hint={t`Don’t count yourself. Enter 0 if you have none.`}
            messages={isCount ? [] : [t`Enter the number of employees, such as 0 or 3`]}
            optionalWord={t`optional`}
            inputMode="numeric"
            className="short"
            value={plan.employees}
            onChange={(employees) => keep({ employees })}
          />
        </Step>
        <Step title={<Trans>What will you call it?</Trans>}>
          <TextField
            id="name"
            label={t`Name you would like`}
            messages={[]}
            optionalWord={t`optional`}
            autoComplete="off"
            spellCheck={false}
            maxLength={longestName}
            value={plan.name}
            onChange={(name) => keep({ name })}
          />
          <div className="buttons">
            <Link
              to={buildCheckAddress(plan.name, hasName ? getNameEntity(plan.entityType) : '')}
              className="usa-button usa-button--outline"
            >
              <Trans>Check the name</Trans>
            </Link>
            <Link to={`${paths.searchExisting}${search && `?${search}`}`} className="usa-link">
              <Trans>Search existing names</Trans>
            </Link>
          </div>
        </Step>
        <Step title={<Trans>What will it cost?</Trans>}>
          <p>
            <Trans>
              See government fees with their sources, and add your own amounts. We fill in your answers from
              above.
            </Trans>
          </p>
          <Link to={paths.costEstimator} className="usa-button">
            <Trans>Estimate your costs</Trans>
          </Link>
        </Step>
        <Step title={<Trans>What comes next?</Trans>}>
          <ul className="usa-list">
            <li>
              <Trans>
                Hold an available name until you file. You can reserve it when you check the name.
              </Trans>
            </li>
            <li>
              {account ? (
                <Link to={paths.businessDashboard} className="usa-link">
                  <Trans>Add your business and file applications with agencies</Trans>
                </Link>
              ) : (
                <Trans>File applications with agencies. Some accept them here after you sign in.</Trans>
              )}
            </li>
            <li>
              <Link to={paths.planResources} className="usa-link">
                <Trans>Find the right agencies</Trans>
              </Link>
            </li>
            {account && (
              <li>
                <Link to={paths.agencyAccounts} className="usa-link">
                  <Trans>Link your accounts at agencies</Trans>
                </Link>
              </li>
            )}
            <li>
              <Link to={account ? paths.dashboard : paths.landing} className="usa-link">
                {account ? <Trans>Go to your dashboard</Trans> : <Trans>Back to the start page</Trans>}
              </Link>
            </li>
          </ul>
        </Step>
      </ol>
      <section className="card plan-kept" aria-labelledby="kept">
        <h2 id="kept" className="card__title">
          <Trans>Where your answers are</Trans>
        </h2>
        <p>
          {account ? (
            <Trans>
              They stay in this browser until you clear them or sign out. Your account keeps what you save
              there.
            </Trans>
          ) : (
            <Trans>
              They stay in this browser until you check a name or ask for an estimate. They are gone when you
              clear them or sign out.
            </Trans>
          )}
        </p>
        <SavedPlanCard plan={plan} onTake={setPlan} />
        {hasAnswers(plan) && (
          <Button kind="unstyled" className="block action" onClick={clear}>
            <Trans>Clear my answers</Trans>
          </Button>
        )}
      </section>
    </div>
  );
}

function Step({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <li className="usa-process-list__item">
      <h2 className="usa-process-list__heading">{title}</h2>
      <div className="form">{children}</div>
    </li>
  );
}
