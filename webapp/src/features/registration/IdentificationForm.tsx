import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Form } from '@/lib/forms/useForm';
import { languageNames, languages } from '@/lib/i18n/language';
import { useRegistrationState } from '@/lib/journey/userDetails';
import { PageHeading } from '@/components/PageHeading';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { RadioGroup } from '@/components/forms/RadioGroup';
import { StepIndicator } from '@/components/StepIndicator';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { PersonFields } from '@/components/person/PersonFields';
import { LinkAccount } from './LinkAccount';
import type { RegistrationValues } from './registrationForm';

interface IdentificationFormProps {
  form: Form<RegistrationValues>;
  /** True if the names were filled in from the sign-in. */
  isPrefilled: boolean;
}

/** Asks for the person's name, date of birth, county, and language. */
export function IdentificationForm({ form, isPrefilled }: IdentificationFormProps) {
  const { t } = useLingui();
  const { data: registration } = useRegistrationState();
  const { hash } = useLocation();
  const { field } = form;
  const nameHint = isPrefilled
    ? t`This is the name from your sign-in. Is this your legal name? Write it as on your driver license or other identification.`
    : t`As on your driver license or other identification.`;

  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.focus();
  }, [hash]);

  return (
    <div className="page page--narrow">
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <StepIndicator current={1} />
      <PageHeading title={t`Tell us who you are`} />
      <p className="lead">
        <Trans>Agencies use this to find your records. All fields are required unless marked optional.</Trans>
      </p>
      {registration?.canLink && <LinkAccount />}
      <form className="form" noValidate onSubmit={form.onSubmit} aria-label={t`Registration`}>
        <PersonFields form={form} nameHint={nameHint} />
        <RadioGroup
          {...field('language')}
          legend={t`Language for our messages to you`}
          options={languages.map((language) => ({
            value: language,
            text: languageNames[language],
            language,
          }))}
        />
        <SubmitButton text={t`Continue`} isSubmitting={form.isSubmitting} />
      </form>
    </div>
  );
}
