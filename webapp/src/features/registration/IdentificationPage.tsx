import '@/styles/forms.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@/lib/api/call';
import { isAbout } from '@/lib/api/errors';
import { useRead } from '@/lib/api/useRead';
import { useAccount } from '@/lib/auth/session';
import { useForm } from '@/lib/forms/useForm';
import { currentLanguage, languageNames, languages } from '@/lib/i18n/language';
import { removeDraft } from '@/lib/storage/drafts';
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
import { useFailureWords } from '@/components/forms/useFailureWords';
import { LinkAccount } from './LinkAccount';
import { requestOf, validateRegistration, type RegistrationValues } from './registrationForm';
import { useFinishRegistration } from './useFinishRegistration';

/** The longest name that the server takes. */
const longestName = 80;

const formName = 'registration';

/** Registration: who the person is. */
export function IdentificationPage() {
  const { t } = useLingui();
  const {
    data: counties,
    error: countiesError,
    mutate: readCountiesAgain,
  } = useRead('/api/lookups/counties');
  const { data: registration } = useRegistrationState();
  const finishRegistration = useFinishRegistration();
  const describeFailure = useFailureWords();
  const { id: userId } = useAccount();

  async function register(values: RegistrationValues): Promise<void> {
    try {
      await call('post', '/api/users/register', { body: requestOf(values) });
    } catch (error) {
      // Of somebody who may be a child nothing is kept, not even here.
      if (isAbout(error, 'dateOfBirth')) removeDraft(userId, formName);
      throw error;
    }
  }

  const form = useForm<RegistrationValues>({
    name: formName,
    initial: {
      legalFirstName: '',
      legalLastName: '',
      preferredName: '',
      dateOfBirth: { month: '', day: '', year: '' },
      countyId: '',
      language: currentLanguage(),
    },
    validate: (values) => validateRegistration(values, t),
    submit: async (values) => {
      await register(values);
      await finishRegistration();
      return undefined;
    },
    describeFailure,
  });
  const { values, set, messagesOf } = form;

  return (
    <div className="page page--narrow">
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <StepIndicator current={1} />
      <PageHeading title={t`Tell us who you are`} />
      <p className="lead">
        <Trans>
          Agencies use this to find the right records. All fields are required unless marked optional.
        </Trans>
      </p>
      {registration?.canLink && <LinkAccount />}
      {countiesError !== undefined && (
        <FailedRead error={countiesError} onRetry={() => void readCountiesAgain()} />
      )}
      <form className="form" noValidate onSubmit={form.onSubmit} aria-label={t`Registration`}>
        <TextField
          id="legalFirstName"
          label={t`Legal first name`}
          hint={t`As on your driver license or other identification.`}
          autoComplete="given-name"
          maxLength={longestName}
          value={values.legalFirstName}
          messages={messagesOf('legalFirstName')}
          onChange={(value) => set('legalFirstName', value)}
        />
        <TextField
          id="legalLastName"
          label={t`Legal last name`}
          autoComplete="family-name"
          maxLength={longestName}
          value={values.legalLastName}
          messages={messagesOf('legalLastName')}
          onChange={(value) => set('legalLastName', value)}
        />
        <TextField
          id="preferredName"
          label={t`Preferred name`}
          optionalWord={t`optional`}
          hint={t`What you would like us to call you.`}
          autoComplete="nickname"
          maxLength={longestName}
          value={values.preferredName}
          messages={messagesOf('preferredName')}
          onChange={(value) => set('preferredName', value)}
        />
        <MemorableDate
          id="dateOfBirth"
          legend={t`Date of birth`}
          hint={t`For example: April 28 1986. You must be at least 13 years old.`}
          value={values.dateOfBirth}
          messages={messagesOf('dateOfBirth')}
          onChange={(value) => set('dateOfBirth', value)}
        />
        <SelectField
          id="countyId"
          label={t`County`}
          hint={t`Where you live in Arizona.`}
          placeholder={t`- Select -`}
          options={(counties?.items ?? []).map(({ id, name }) => ({ value: id, text: name }))}
          value={values.countyId}
          messages={messagesOf('countyId')}
          onChange={(value) => set('countyId', value)}
        />
        <RadioGroup
          id="language"
          legend={t`Language for our messages to you`}
          options={languages.map((language) => ({
            value: language,
            text: languageNames[language],
            language,
          }))}
          value={values.language}
          messages={messagesOf('language')}
          onChange={(value) => set('language', value)}
        />
        <SubmitButton text={t`Continue`} isSubmitting={form.isSubmitting} />
      </form>
    </div>
  );
}
