import '@/styles/forms.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { ApiError } from '@/lib/api/errors';
import { useAccount } from '@/lib/auth/session';
import { needsStepUp, useStepUp } from '@/lib/authentication/stepUp';
import { Refusal } from '@/lib/forms/useAction';
import { useForm, type Form } from '@/lib/forms/useForm';
import { useRefreshAuthentication } from '@/lib/authentication/status';
import { useUserDetails } from '@/lib/journey/userDetails';
import { paths } from '@/lib/paths';
import { removeDraft } from '@/lib/storage/drafts';
import { Alert } from '@/components/Alert';
import { Button } from '@/components/Button';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { PersonFields } from '@/components/person/PersonFields';
import {
  outsideArizona,
  toPersonRequest,
  validatePerson,
  type PersonValues,
} from '@/components/person/personForm';
import { showToast } from '@/components/toasts/toasts';
import { saveDetails, type Details } from './api';

/** The name of the form's draft, which keeps the typed values during a visit to another page. */
export const detailsFormName = 'details';

interface DetailsFormProps {
  details: Details;
  onSaved: (details: Details) => Promise<unknown>;
  onCancel: () => void;
  /** Reads the details again after a concurrent change. */
  onOutdated: () => Promise<Details | undefined>;
}

/** The form keeps the revision with what the person typed, so that an old draft does not undo a later change. */
interface DetailsValues extends PersonValues {
  revision: number;
}

function toFormValues(details: Details): DetailsValues {
  const [year = '', month = '', day = ''] = details.dateOfBirth.split('-');
  return {
    hasOneName: details.legalFirstName === null,
    legalFirstName: details.legalFirstName ?? '',
    legalLastName: details.legalLastName,
    preferredName: details.preferredName ?? '',
    dateOfBirth: { month: String(Number(month)), day: String(Number(day)), year },
    countyId: details.countyId ?? outsideArizona,
    revision: details.revision,
  };
}

/** Corrects the details. A legal name that something hangs on leads to enhanced authentication and back. */
export function DetailsForm({ details, onSaved, onCancel, onOutdated }: DetailsFormProps) {
  const { t } = useLingui();
  const { id: userId } = useAccount();
  const stepUp = useStepUp();
  const { mutate: readUserAgain } = useUserDetails();
  const refreshAuthentication = useRefreshAuthentication();
  const start = useRef<HTMLFormElement>(null);

  useEffect(() => {
    start.current?.querySelector('input')?.focus();
  }, []);

  const form: Form<DetailsValues> = useForm<DetailsValues>({
    name: detailsFormName,
    initial: toFormValues(details),
    validate: (values) => validatePerson(values, t),
    submit: async (values) => {
      let saved: Details;
      try {
        saved = await saveDetails({ ...toPersonRequest(values), revision: values.revision });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'detailsChanged') await showLatest(values);
        if (!needsStepUp(error)) throw error;
        // The draft keeps what the person typed until they come back.
        await stepUp(error, { purpose: 'details', asker: '', asked: '', returnTo: paths.account });
        throw new Refusal();
      }
      removeDraft(userId, detailsFormName);
      await onSaved(saved);
      showToast(t`We saved your details.`);
      void readUserAgain();
      void refreshAuthentication();
    },
  });

  /** Shows what changed elsewhere, except in the fields that the person changed here. */
  async function showLatest(values: DetailsValues) {
    const latest = await onOutdated();
    if (!latest) return;
    const before = toFormValues(details);
    const after = toFormValues(latest);
    form.set('revision', after.revision);
    for (const field of Object.keys(after) as (keyof DetailsValues)[]) {
      const isUntouched = JSON.stringify(values[field]) === JSON.stringify(before[field]);
      if (isUntouched) form.set(field, after[field]);
    }
  }

  return (
    <form ref={start} className="form" noValidate onSubmit={form.onSubmit} aria-label={t`Your details`}>
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <IdentityRule details={details} />
      <PersonFields form={form} nameHint={t`As on your driver license or other identification.`} />
      <div className="row form-buttons">
        <SubmitButton text={t`Save`} isSubmitting={form.isSubmitting} />
        <Button
          kind="outline"
          onClick={() => {
            removeDraft(userId, detailsFormName);
            onCancel();
          }}
        >
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}

/** Explains if the legal name and the date of birth need a proof, and how they affect earlier proofs. */
function IdentityRule({ details }: { details: Details }) {
  if (details.identityChange === 'free') return null;
  return (
    <Alert kind="info">
      <p>
        {details.canChangeIdentity ? (
          <Trans>
            You proved who you are, so you can change your legal name and date of birth now. This ends the
            proof and removes your passkeys, because they stand for the earlier name.
          </Trans>
        ) : (
          <Trans>
            To change your legal name or date of birth, you prove who you are first, because services, a
            business, or passkeys depend on them. Choose Save: we take you there and back, and keep what you
            typed.
          </Trans>
        )}
      </p>
    </Alert>
  );
}
