import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './names.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useArrival } from '@/lib/arrival';
import { useSession } from '@/lib/auth/session';
import { useBlockingStep } from '@/lib/journey/journey';
import { createLazyComponent } from '@/lib/lazyComponent';
import { useForm } from '@/lib/forms/useForm';
import { paths } from '@/lib/paths';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { SelectField } from '@/components/forms/SelectField';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { TextField } from '@/components/forms/TextField';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import {
  buildCheckAddress,
  getNameEntity,
  longestName,
  nameEntities,
  type NameEntity,
} from '@/components/planning/nameLinks';
import { storeName, readPlanAnswers } from '@/components/planning/storedPlan';
import { usePageDescription } from '@/components/planning/usePageDescription';
import { nameEntityLabels } from './labels';
import { parseNameQuery } from './names';

const NameVerdict = createLazyComponent(async () => (await import('./NameVerdict')).NameVerdict);
const YourReservations = createLazyComponent(
  async () => (await import('./YourReservations')).YourReservations,
);

/** Checks a name for availability. The address holds the name and its entity, so a link opens the same check. */
export default function DecideYourNamePage() {
  const { t } = useLingui();
  usePageDescription(
    t`Check if a business name is available in Arizona and see why, with a source for each rule.`,
  );
  const { account } = useSession();
  const blockingStep = useBlockingStep();
  const [search] = useSearchParams();
  const { key } = useLocation();
  const { isAsked = false } = useArrival();
  const { name, entityType } = parseNameQuery(search);

  return (
    <div className="page">
      <PageHeading title={t`Decide on your name`} />
      <p className="lead">
        <Trans>
          Enter the name you want. We compare it with existing names under state rules and show the source of
          each rule. You don’t need an account.
        </Trans>
      </p>
      <div className="columns">
        <NameForm key={key} name={name} entityType={entityType} />
        <div className="columns__aside">
          {name.trim() !== '' && entityType !== '' && (
            <Suspense fallback={<Skeleton lines={10} />}>
              <NameVerdict
                key={`${entityType} ${name}`}
                name={name}
                entityType={entityType}
                isAsked={isAsked}
              />
            </Suspense>
          )}
          <Suspense>{account && blockingStep === null && <YourReservations />}</Suspense>
        </div>
      </div>
      <p className="buttons buttons--end">
        <Link to={paths.businessPlan} className="usa-link">
          <Trans>Back to your plan</Trans>
        </Link>
      </p>
    </div>
  );
}

interface NameFormProps {
  name: string;
  entityType: NameEntity | '';
}

interface NameFormValues {
  name: string;
  entityType: NameEntity | '';
}

/** Returns the form's initial values: from the address, or else from the person's plan. */
function getInitialValues({ name, entityType }: NameFormProps): NameFormValues {
  const plan = readPlanAnswers();
  return { name: name || plan.name, entityType: entityType || getNameEntity(plan.entityType) };
}

function NameForm({ name, entityType }: NameFormProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [initial] = useState(() => getInitialValues({ name, entityType }));
  const form = useForm<NameFormValues>({
    // No draft is stored: the address of the check holds the values.
    name: null,
    initial,
    validate: (wanted) => [
      ...(wanted.name.trim() ? [] : [{ field: 'name' as const, message: t`Enter the name you want` }]),
      ...(wanted.entityType
        ? []
        : [{ field: 'entityType' as const, message: t`Choose what the name is for` }]),
    ],
    submit: async (wanted) => {
      storeName(wanted.name);
      await navigate(buildCheckAddress(wanted.name, wanted.entityType), { state: { isAsked: true } });
    },
  });
  const { field, values, set, getMessages } = form;

  return (
    <>
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <form className="form" noValidate onSubmit={form.onSubmit} aria-label={t`Name you want`}>
        <TextField
          {...field('name')}
          label={t`Name`}
          hint={t`In full, with its ending such as LLC or Inc.`}
          autoComplete="off"
          spellCheck={false}
          maxLength={longestName}
        />
        <SelectField
          id="entityType"
          label={t`What will you use the name for?`}
          messages={getMessages('entityType')}
          placeholder={t`- Select -`}
          options={nameEntities.map((type) => ({ value: type, text: t(nameEntityLabels[type]) }))}
          value={values.entityType}
          onChange={(value) => set('entityType', nameEntities.find((type) => type === value) ?? '')}
        />
        <SubmitButton text={t`Check this name`} isSubmitting={form.isSubmitting} />
      </form>
    </>
  );
}
