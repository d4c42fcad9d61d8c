import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './applications.scss';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { generatePath, Link, useNavigate, useSearchParams } from 'react-router';
import { createFirstReads } from '@/lib/api/firstReads';
import { getOptions } from '@/lib/api/lookups';
import { isSettled } from '@/lib/api/useRead';
import { Refusal, useAction } from '@/lib/forms/useAction';
import { formatShortDay } from '@/lib/i18n/dates';
import { getDay } from '@/lib/i18n/moments';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { Button } from '@/components/Button';
import { FailedRead } from '@/components/FailedRead';
import { FeeList } from '@/components/fees/FeeList';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { entityLabels, canFile, type Business } from '@/components/businessLabels';
import { usePlannedBusiness } from '@/components/businesses/usePlannedBusiness';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { SelectField } from '@/components/forms/SelectField';
import {
  createApplication,
  useApplications,
  useBusinesses,
  useForms,
  type ApplicationSummary,
  type FormSummary,
} from './api';
import { Fact } from './Fact';

const businessField = 'business';

/** Groups the forms by agency, in their order. */
function groupByAgency(forms: readonly FormSummary[]) {
  const agencies = new Map(forms.map(({ agency }) => [agency.id, agency]));
  return [...agencies.values()].map((agency) => ({
    agency,
    items: forms.filter((form) => form.agency.id === agency.id),
  }));
}

const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

NewApplicationPage.FirstReads = createFirstReads(() => {
  useBusinesses();
  useForms();
  useApplications();
});

/** Lets the person choose a business and a form, and starts an application. */
export default function NewApplicationPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const businesses = useBusinesses();
  const forms = useForms();
  const applications = useApplications();
  const {
    clear,
    errors,
    isBusy,
    getMessages: messagesOf,
    refusals,
    run,
  } = useAction({
    onOutdated: () => businesses.mutate(),
  });
  // A repeated attempt starts no second application.
  const keys = useRef(new Map<string, string>());

  const isAwaited = ![businesses, forms, applications].every(isSettled);

  const own = businesses.data?.items.filter(({ role }) => canFile(role));
  const only = own?.length === 1 ? own[0] : undefined;
  const { planned } = usePlannedBusiness();
  const ofPlan = own?.find(({ name }) => isSameName(name, planned?.name ?? ''));
  const chosen = own?.find(({ id }) => id === search.get(businessField)) ?? only;
  const business = chosen ?? ofPlan;
  const planName = planned?.name && !ofPlan ? planned.name : null;

  function choose(id: string): void {
    clear();
    const changed = new URLSearchParams(search);
    if (id) changed.set(businessField, id);
    else changed.delete(businessField);
    setSearch(changed, { replace: true });
  }

  async function begin(form: FormSummary): Promise<void> {
    await run(async () => {
      if (!business)
        throw new Refusal(() => [{ field: businessField, message: t`Choose the business that is applying` }]);
      const attempt = `${form.id} ${business.id}`;
      const key = keys.current.get(attempt) ?? crypto.randomUUID();
      keys.current.set(attempt, key);
      const { id } = await createApplication({ formId: form.id, businessId: business.id }, key);
      await navigate(generatePath(paths.application, { id }));
    });
  }

  return (
    <div className="page applications">
      <ErrorSummary errors={errors} refusals={refusals} />
      <PageHeading title={t`Start an application`} />
      <p className="lead">
        <Trans>
          Choose a business and a form. We save your answers as you type. We send nothing until you submit.
        </Trans>
      </p>
      {isAwaited ? (
        <Skeleton lines={12} />
      ) : (
        <>
          {!businesses.data && <FailedRead error={businesses.error} onRetry={businesses.mutate} />}
          {own?.length === 0 && (
            <NoBusiness isViewer={(businesses.data?.items.length ?? 0) > 0} planName={planName} />
          )}
          {own && own.length > 0 && (
            <div className="form">
              <SelectField
                id={businessField}
                label={t`Which business is this for?`}
                hint={!chosen && ofPlan ? t`Chosen from your plan.` : undefined}
                placeholder={t`- Select -`}
                options={getOptions(own)}
                value={business?.id ?? ''}
                messages={messagesOf(businessField)}
                onChange={choose}
              />
              {planName && (
                <p>
                  <Trans>
                    Your plan is for <bdi>{planName}</bdi>, which isn’t listed.
                  </Trans>{' '}
                  <Link to={paths.newBusiness} className="usa-link">
                    <Trans>Add it as a business</Trans>
                  </Link>
                </p>
              )}
            </div>
          )}
          {!forms.data && <FailedRead error={forms.error} onRetry={forms.mutate} />}
          {forms.data?.items.length === 0 && (
            <p>
              <Trans>No agency accepts applications here yet.</Trans>
            </p>
          )}
          {forms.data &&
            groupByAgency(forms.data.items).map(({ agency, items }) => (
              <section key={agency.id} aria-labelledby={`agency-${agency.id}`}>
                <h2 id={`agency-${agency.id}`}>{agency.name}</h2>
                <ul className="usa-list--unstyled stack">
                  {items.map((form) => (
                    <li key={form.id}>
                      <FormCard
                        form={form}
                        business={business}
                        draft={applications.data?.items.find(
                          ({ businessId, formId, state }) =>
                            state === 'draft' && businessId === business?.id && formId === form.id,
                        )}
                        isWanted={search.get('form') === form.id}
                        isBusy={isBusy}
                        onBegin={() => begin(form)}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
        </>
      )}
    </div>
  );
}

interface NoBusinessProps {
  isViewer: boolean;
  /** The name of the business that the person plans; null without one. */
  planName: string | null;
}

function NoBusiness({ isViewer, planName }: NoBusinessProps) {
  const { t } = useLingui();
  return (
    <Alert kind="info" heading={t`Add the business first`}>
      <p>
        {isViewer ? (
          <Trans>You can only view these businesses. Their owners and managers can apply.</Trans>
        ) : (
          <Trans>Agencies need to know which business is applying.</Trans>
        )}
      </p>
      {planName && (
        <p>
          <Trans>
            Your plan is for <bdi>{planName}</bdi>. We filled in the form from it.
          </Trans>
        </p>
      )}
      <Link to={paths.newBusiness} className="usa-button">
        <Trans>Add a business</Trans>
      </Link>
    </Alert>
  );
}

interface FormCardProps {
  form: FormSummary;
  business: Business | undefined;
  /** A draft of this form for the same business. */
  draft: ApplicationSummary | undefined;
  isWanted: boolean;
  isBusy: boolean;
  onBegin: () => unknown;
}

function FormCard({ form, business, draft, isWanted, isBusy, onBegin }: FormCardProps) {
  const { t, i18n } = useLingui();
  const { decisionBusinessDays, description, entityTypes, fees, id, name } = form;
  const isForOthers =
    business !== undefined && entityTypes.length > 0 && !entityTypes.includes(business.entityType);
  const draftOn = draft && formatShortDay(getDay(draft.createdAt), i18n.locale);
  return (
    <article
      className={`card form-card ${isWanted ? 'form-card--wanted' : ''}`}
      aria-labelledby={`form-${id}`}
    >
      <h3 id={`form-${id}`} className="card__title">
        {name}
      </h3>
      <p>{description}</p>
      <dl className="fact-grid">
        <Fact label={t`Who can apply`}>
          {entityTypes.length === 0
            ? t`Every type of business`
            : entityTypes.map((type) => t(entityLabels[type])).join(', ')}
        </Fact>
        <Fact label={t`Processing time`}>
          {decisionBusinessDays === null ? (
            <Trans>The agency does not say.</Trans>
          ) : (
            <Plural
              value={decisionBusinessDays}
              one="The agency says: # business day"
              other="The agency says: # business days"
            />
          )}
        </Fact>
      </dl>
      {isForOthers ? (
        <p className="quiet text-bold margin-0">
          <Trans>Not for your type of business.</Trans>
        </p>
      ) : (
        <>
          <div className="margin-top-2">
            <h4 className="quiet small text-normal margin-0">
              <Trans>Agency fees</Trans>
            </h4>
            <FeeList fees={fees} agency={form.agency.name} />
          </div>
          <div className="buttons">
            {draft && (
              <Link
                to={generatePath(paths.application, { id: draft.id })}
                className="usa-button"
                aria-label={t`Continue your draft from ${draftOn ?? ''}: ${name}`}
              >
                <Trans>Continue your draft from {draftOn}</Trans>
              </Link>
            )}
            <Button
              kind={draft && 'outline'}
              aria-label={draft ? t`Start another one: ${name}` : t`Start: ${name}`}
              isBusy={isBusy}
              onClick={onBegin}
            >
              {draft ? <Trans>Start another one</Trans> : <Trans>Start</Trans>}
            </Button>
          </div>
        </>
      )}
    </article>
  );
}
