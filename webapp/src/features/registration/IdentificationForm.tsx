import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { getOptions, type useCounties } from '@/lib/api/lookups';
import type { Form } from '@/lib/forms/useForm';
import { languageNames, languages } from '@/lib/i18n/language';
import { useRegistrationState } from '@/lib/journey/userDetails';
import { FailedRead } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { MemorableDate } from '@/components/forms/MemorableDate';
import { RadioGroup } from '@/components/forms/RadioGroup';
import { SelectField } from '@/components/forms/SelectField';
import { StepIndicator } from '@/components/StepIndicator';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { TextField } from '@/components/forms/TextField';
import { LinkAccount } from './LinkAccount';
import { maxNameLength } from './nameRules';
import { outsideArizona, type RegistrationValues } from './registrationForm';

interface IdentificationFormProps {
  form: Form<RegistrationValues>;
  counties: ReturnType<typeof useCounties>;
  /** True if the names were filled in from the sign-in. */
  isPrefilled: boolean;
}

/** Asks for the person's name, date of birth, county, and language. */
export function IdentificationForm({ form, counties, isPrefilled }: IdentificationFormProps) {
  const { t } = useLingui();
  const { data: registration } = useRegistrationState();
  const { hash } = useLocation();
  const { field } = form;
  const { hasOneName } = form.values;
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
      {counties.error !== undefined && <FailedRead error={counties.error} onRetry={counties.mutate} />}
      <form className="form" noValidate onSubmit={form.onSubmit} aria-label={t`Registration`}>
        {!hasOneName && (
          <TextField
            {...field('legalFirstName')}
            label={t`Legal first name`}
            hint={nameHint}
            autoComplete="given-name"
            maxLength={maxNameLength}
          />
        )}
        <TextField
          {...field('legalLastName')}
          label={hasOneName ? t`Legal name` : t`Legal last name`}
          hint={hasOneName && nameHint}
          autoComplete="family-name"
          maxLength={maxNameLength}
        />
        <div className="usa-checkbox">
          <input
            id="hasOneName"
            type="checkbox"
            className="usa-checkbox__input"
            checked={hasOneName}
            onChange={({ target }) => form.set('hasOneName', target.checked)}
          />
          <label className="usa-checkbox__label" htmlFor="hasOneName">
            {t`I have only one name`}
          </label>
        </div>
        <TextField
          {...field('preferredName')}
          label={t`Preferred name`}
          optionalWord={t`optional`}
          hint={t`Tell us what to call you.`}
          autoComplete="nickname"
          maxLength={maxNameLength}
        />
        <MemorableDate
          {...field('dateOfBirth')}
          legend={t`Date of birth`}
          hint={t`For example: April 28 1986`}
        />
        <SelectField
          {...field('countyId')}
          label={t`County`}
          hint={t`Choose where you live. If you live in another state or country, choose “I live outside Arizona” at the end.`}
          placeholder={t`- Select -`}
          options={[
            ...getOptions(counties.data?.items),
            { value: outsideArizona, text: t`I live outside Arizona` },
          ]}
        />
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
