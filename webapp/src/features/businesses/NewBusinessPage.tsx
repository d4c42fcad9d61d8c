import '@/styles/forms.scss';
import './businesses.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { generatePath, Link, useNavigate, useSearchParams } from 'react-router';
import { useSWRConfig } from 'swr';
import { ApiError } from '@/lib/api/errors';
import { useAccount } from '@/lib/auth/session';
import { useForm } from '@/lib/forms/useForm';
import { paths } from '@/lib/paths';
import { removeDraft } from '@/lib/storage/drafts';
import { PageHeading } from '@/components/PageHeading';
import { usePlannedBusiness, type PlannedBusiness } from '@/components/businesses/usePlannedBusiness';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { Skeleton } from '@/components/Skeleton';
import { showToast } from '@/components/toasts/toasts';
import { BusinessFields } from './BusinessFields';
import { PlanNotice } from './PlanNotice';
import { createBusiness } from './api';
import { newBusiness, validateBusiness, type BusinessValues } from './businesses';
import { readBusinessesAgain } from './readBusinessesAgain';
import { useBusinessFailureWords } from './useBusinessFailureWords';

/** Adds a business, whose owner the person becomes. */
export function NewBusinessPage() {
  const [search] = useSearchParams();
  // Somebody who comes with another name does not want the draft of the one before.
  const name = search.get('name');
  const { isLoading, planned } = usePlannedBusiness();
  if (isLoading)
    return (
      <div className="page page--narrow">
        <Skeleton lines={6} />
      </div>
    );
  return (
    <NewBusinessForm key={name} draft={name ? `newBusiness.${name}` : 'newBusiness'} planned={planned} />
  );
}

interface NewBusinessFormProps {
  draft: string;
  planned: PlannedBusiness | null;
}

function NewBusinessForm({ draft, planned }: NewBusinessFormProps) {
  const { t } = useLingui();
  const { id: userId } = useAccount();
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const [search] = useSearchParams();
  const describeFailure = useBusinessFailureWords();
  const [initial] = useState(() => newBusiness(search, planned));

  const form = useForm<BusinessValues>({
    name: draft,
    initial,
    validate: (values) => validateBusiness(values, t),
    submit: async ({ countyId, entityType, key, name }) => {
      if (entityType === '') throw new Error('a business without a kind was taken for valid');
      const { id } = await createBusiness({ name: name.trim(), entityType, countyId }, key);
      await readBusinessesAgain(mutate);
      showToast(t`${name.trim()} is added.`);
      void navigate(generatePath(paths.business, { id }), { replace: true });
      return undefined;
    },
    describeFailure: (error) => {
      if (!(error instanceof ApiError && error.code === 'idempotencyKeyReused'))
        return describeFailure(error);
      // An attempt that seemed to fail did arrive. Whoever saves again after reading this wants another business.
      form.set('key', crypto.randomUUID());
      return t`This business was added already, as you first sent it. Change it there, or save again to add this one too.`;
    },
  });

  return (
    <div className="page page--narrow businesses">
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <PageHeading title={t`Add a business`} />
      <p className="lead">
        <Trans>
          One that you are starting, or one that you have. Adding it here files nothing and tells no agency;
          you become its owner in the portal.
        </Trans>
      </p>
      <form className="form" noValidate onSubmit={form.onSubmit} aria-label={t`Add a business`}>
        <PlanNotice planned={planned} values={form.values} />
        <BusinessFields form={form} />
        <div className="buttons buttons--form">
          <SubmitButton text={t`Add business`} isSubmitting={form.isSubmitting} />
          <Link to={paths.businessDashboard} className="usa-link" onClick={() => removeDraft(userId, draft)}>
            <Trans>Cancel</Trans>
          </Link>
        </div>
      </form>
    </div>
  );
}
