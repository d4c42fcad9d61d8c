import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError } from '@/lib/api/errors';
import { focusOnMount } from '@/lib/focusOnMount';
import { useForm } from '@/lib/forms/useForm';
import { Alert } from '@/components/Alert';
import { Button } from '@/components/Button';
import { entityLabels } from '@/components/businessLabels';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { showToast } from '@/components/toasts/toasts';
import { BusinessFields } from './BusinessFields';
import { updateBusiness, type BusinessDetails } from './api';
import { validateBusiness, type BusinessValues } from './businesses';
import { useDescribeBusinessFailure } from './useDescribeBusinessFailure';

interface ChangeBusinessProps {
  business: BusinessDetails;
  readAgain: () => Promise<void>;
  onDone: () => void;
}

/** Changes what a business is. What somebody else changed meanwhile is shown, and what was typed stays. */
export function ChangeBusiness({ business, readAgain, onDone }: ChangeBusinessProps) {
  const { t } = useLingui();
  const describeFailure = useDescribeBusinessFailure();
  const { countyId, entityType, id, name } = business;
  const [isOvertaken, setOvertaken] = useState(false);
  // The revision that the person has seen: one that is read in the background is not.
  const [revision, setRevision] = useState(business.revision);

  const form = useForm<BusinessValues>({
    name: null,
    initial: { name, entityType, countyId, key: '' },
    validate: (values) => validateBusiness(values, t),
    submit: async (values) => {
      if (values.entityType === '') throw new Error('a business without a kind was taken for valid');
      const body = {
        name: values.name.trim(),
        entityType: values.entityType,
        countyId: values.countyId,
        revision,
      };
      try {
        await updateBusiness(id, body);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'businessChanged') {
          setOvertaken(true);
          await readAgain();
        }
        throw error;
      }
      await readAgain();
      showToast(t`Details saved.`);
      onDone();
    },
    describeFailure: (error) => {
      if (!(error instanceof ApiError && error.code === 'businessChanged')) return describeFailure(error);
      return t`Someone else changed the details. We kept what you typed. Compare it with what is saved now, then save again or cancel.`;
    },
  });
  if (isOvertaken && business.revision !== revision) setRevision(business.revision);

  return (
    <section className="card" aria-labelledby="facts">
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <h2 id="facts" className="card__title">
        <Trans>Change details</Trans>
      </h2>
      {isOvertaken && (
        <Alert kind="warning">
          <p>
            <Trans>
              Saved now: <strong>{name}</strong>, {t(entityLabels[entityType])}
            </Trans>
          </p>
        </Alert>
      )}
      <form className="form" noValidate onSubmit={form.onSubmit} aria-label={t`Change details`}>
        <BusinessFields form={form} nameRef={focusOnMount} />
        <div className="buttons buttons--end">
          <SubmitButton text={t`Save`} isSubmitting={form.isSubmitting} />
          <Button kind="unstyled" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </form>
    </section>
  );
}
