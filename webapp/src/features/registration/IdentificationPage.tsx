import '@/styles/parts.scss';
import '@/styles/forms.scss';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCounties } from '@/lib/api/lookups';
import { ApiError } from '@/lib/api/errors';
import { useAccount } from '@/lib/auth/session';
import { Refusal } from '@/lib/forms/useAction';
import { useForm } from '@/lib/forms/useForm';
import { getCurrentLanguage } from '@/lib/i18n/language';
import { removeDraft } from '@/lib/storage/drafts';
import { register } from './api';
import { validatePerson } from '@/components/person/personForm';
import { CheckAnswers } from './CheckAnswers';
import { IdentificationForm } from './IdentificationForm';
import { toRequest, type RegistrationValues } from './registrationForm';
import { TooYoung } from './TooYoung';
import { useFinishRegistration } from './useFinishRegistration';

const formName = 'registration';
const checkStep = 'check';

/** The two steps of registration: the form, then the check of the answers. */
export default function IdentificationPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const counties = useCounties();
  const finishRegistration = useFinishRegistration();
  const { id: userId, givenName, familyName } = useAccount();
  const [isTooYoung, setTooYoung] = useState(false);

  const validate = (values: RegistrationValues) => validatePerson(values, t);

  async function send(values: RegistrationValues): Promise<void> {
    try {
      await register(toRequest(values));
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'tooYoung')) throw error;
      // Data about a child must not stay in the browser either.
      removeDraft(userId, formName);
      setTooYoung(true);
      throw new Refusal();
    }
  }

  const form = useForm<RegistrationValues>({
    name: formName,
    initial: {
      hasOneName: false,
      legalFirstName: givenName,
      legalLastName: familyName,
      preferredName: '',
      dateOfBirth: { month: '', day: '', year: '' },
      countyId: '',
      language: getCurrentLanguage(),
    },
    validate,
    submit: async (values) => {
      if (!isChecking) {
        await navigate({ search: `?step=${checkStep}` });
        throw new Refusal();
      }
      await send(values);
      await finishRegistration();
    },
  });
  // The second step needs all answers; without them the form is shown.
  const isChecking = search.get('step') === checkStep && validate(form.values).length === 0;

  if (isTooYoung) return <TooYoung />;
  return isChecking ? (
    <CheckAnswers form={form} counties={counties.data?.items ?? []} />
  ) : (
    <IdentificationForm form={form} isPrefilled={Boolean(givenName || familyName)} />
  );
}
