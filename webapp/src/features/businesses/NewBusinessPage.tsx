import '@/styles/parts.scss';
import '@/styles/forms.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { generatePath, Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '@/lib/api/errors';
import { isKeyReused } from '@/lib/api/keyReused';
import { useAccount } from '@/lib/auth/session';
import { Refusal } from '@/lib/forms/useAction';
import { useForm } from '@/lib/forms/useForm';
import { paths } from '@/lib/paths';
import { removeDraft } from '@/lib/storage/drafts';
import { Alert } from '@/components/Alert';
import { PageHeading } from '@/components/PageHeading';
import { usePlannedBusiness, type PlannedBusiness } from '@/components/businesses/usePlannedBusiness';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { Skeleton } from '@/components/Skeleton';
import { showToast } from '@/components/toasts/toasts';
import { BusinessFields } from './BusinessFields';
import { PlanNotice } from './PlanNotice';
import { createBusiness, useReadBusinessesAgain } from './api';
import { createBusinessValues, validateBusiness, type BusinessValues } from './businesses';
import { useDescribeBusinessFailure } from './useDescribeBusinessFailure';

/** Adds a business, whose owner the person becomes. */
export default function NewBusinessPage() {
  const [search] = useSearchParams();
  // A person who comes with another name does not want the draft of the one before.
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

/** A business that the person has, which has the name of what was typed. */
interface SameBusiness {
  id: string;
  name: string;
  typed: string;
  entityType: string;
}

const isSameBusiness = (
  same: SameBusiness | null,
  { entityType, name }: Pick<BusinessValues, 'entityType' | 'name'>,
) => same?.typed === name && same.entityType === entityType;

interface NewBusinessFormProps {
  draft: string;
  planned: PlannedBusiness | null;
}

function NewBusinessForm({ draft, planned }: NewBusinessFormProps) {
  const { t } = useLingui();
  const { id: userId } = useAccount();
  const navigate = useNavigate();
  const readBusinessesAgain = useReadBusinessesAgain();
  const [search] = useSearchParams();
  const describeFailure = useDescribeBusinessFailure();
  const [initial] = useState(() => createBusinessValues(search, planned));
  const [same, setSame] = useState<SameBusiness | null>(null);
  const allowed = useRef<SameBusiness | null>(null);

  const form = useForm<BusinessValues>({
    name: draft,
    initial,
    validate: (values) => validateBusiness(values, t),
    submit: async ({ countyId, entityType, key, name }) => {
      if (entityType === '') throw new Error('a business without a kind was taken for valid');
      const allowSameName = isSameBusiness(allowed.current, { entityType, name });
      const body = { name: name.trim(), entityType, countyId, allowSameName };
      const { id } = await createBusiness(body, key).catch((error: unknown) => {
        // An attempt that seemed to fail did arrive. Whoever saves again after reading this wants another business.
        if (isKeyReused(error)) form.set('key', crypto.randomUUID());
        const { businessId: id, businessName: known } = error instanceof ApiError ? error.said : {};
        if (!id || !known) throw error;
        setSame({ id, name: known, typed: name, entityType });
        throw new Refusal(() => [{ field: 'name', message: t`You already have ${known}` }]);
      });
      await readBusinessesAgain();
      showToast(t`${name.trim()} was added.`);
      void navigate(generatePath(paths.business, { id }), { replace: true });
    },
    describeFailure: (error) =>
      isKeyReused(error)
        ? t`We already added an earlier version of this business. Change it there, or save again to add this one too.`
        : describeFailure(error),
  });

  return (
    <div className="page page--narrow">
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <PageHeading title={t`Add a business`} />
      <p className="lead">
        <Trans>
          Add a business that you are starting or already have. This files nothing and tells no agency. You
          become its owner in the portal.
        </Trans>
      </p>
      <form className="form" noValidate onSubmit={form.onSubmit} aria-label={t`Add a business`}>
        <PlanNotice planned={planned} values={form.values} />
        <BusinessFields form={form} />
        {same && isSameBusiness(same, form.values) && (
          <Alert kind="warning">
            <p>
              <Trans>
                Under state naming rules, you already have a business with this name:{' '}
                <Link to={generatePath(paths.business, { id: same.id })} className="usa-link">
                  <bdi>{same.name}</bdi>
                </Link>
              </Trans>
            </p>
            <button
              className="usa-button usa-button--outline"
              aria-disabled={form.isSubmitting}
              onClick={() => (allowed.current = same)}
            >
              <Trans>Add it anyway</Trans>
            </button>
          </Alert>
        )}
        <div className="buttons buttons--end">
          <SubmitButton text={t`Add business`} isSubmitting={form.isSubmitting} />
          <Link to={paths.businessDashboard} className="usa-link" onClick={() => removeDraft(userId, draft)}>
            <Trans>Cancel</Trans>
          </Link>
        </div>
      </form>
    </div>
  );
}
