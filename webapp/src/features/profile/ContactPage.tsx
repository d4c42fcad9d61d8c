import '@/styles/parts.scss';
import '@/styles/forms.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { createFirstReads } from '@/lib/api/firstReads';
import { useForm } from '@/lib/forms/useForm';
import { languageNames, languages } from '@/lib/i18n/language';
import { postLoginActions, useContinueJourney } from '@/lib/journey/journey';
import { useRefreshProfile } from '@/lib/journey/profileCompletion';
import { useUserDetails } from '@/lib/journey/userDetails';
import { Awaited } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import { StepIndicator } from '@/components/StepIndicator';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { RadioGroup } from '@/components/forms/RadioGroup';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { TextField } from '@/components/forms/TextField';
import { showToast } from '@/components/toasts/toasts';
import { AddressState } from './AddressState';
import { savePreferences, usePreferences, type Preferences } from './api';
import {
  getField,
  toRequest,
  validateContact,
  toFormValues,
  type Channel,
  type ContactValues,
} from './contactForm';
import { PendingAddress } from './PendingAddress';
import { NoticeMatrix } from './NoticeMatrix';
import { QuietHours } from './QuietHours';

ContactPage.FirstReads = createFirstReads(() => {
  usePreferences();
});

/** Sets the addresses, language, and kinds of notices. */
export default function ContactPage() {
  const { t } = useLingui();
  const { data, error, mutate } = usePreferences();

  if (data)
    return <ContactForm saved={data} onChanged={(changed) => void mutate(changed, { revalidate: false })} />;
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Contact preferences`} />
      {<Awaited lines={12} error={error} onRetry={mutate} />}
    </div>
  );
}

interface ContactFormProps {
  saved: Preferences;
  onChanged: (preferences: Preferences) => void;
}

function ContactForm({ saved, onChanged }: ContactFormProps) {
  const { t } = useLingui();
  const { data: details } = useUserDetails();
  const continueJourney = useContinueJourney();
  const refreshProfile = useRefreshProfile();
  const isRequired = details?.postLoginAction === postLoginActions.contactPreferences;
  const kinds = saved.notices.map(({ kind }) => kind);
  const required = saved.notices.filter((notice) => notice.isRequired).map(({ kind }) => kind);

  const form = useForm<ContactValues>({
    name: 'contactPreferences',
    initial: toFormValues(saved),
    validate: (values) => validateContact(values, t),
    submit: async (values) => {
      const changed = await savePreferences(toRequest(values, kinds));
      onChanged(changed);
      showToast(t`We saved your contact preferences.`);
      if (isRequired) await continueJourney();
      else void refreshProfile();
      form.replace(toFormValues(changed));
    },
    getField,
  });
  const { field, values, set, getMessages } = form;
  const savedValues = toFormValues(saved);
  const getAddressInForce = (channel: Channel) =>
    saved.addresses.find((address) => address.channel === channel)?.address ?? '';
  const isToBeReplaced = (channel: Channel) => saved.changes.some((change) => change.channel === channel);
  const inForce = getAddressInForce('email');
  const isChanged = (channel: Channel) => values[channel].trim() !== savedValues[channel];

  return (
    <div className="page page--narrow">
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      {isRequired && <StepIndicator current={3} />}
      <PageHeading title={t`Contact preferences`} />
      <p className="lead">
        <Trans>Choose how we reach you, and about what.</Trans>
      </p>
      <div className="columns page__wide">
        <form
          id="contact-form"
          className="form"
          noValidate
          onSubmit={form.onSubmit}
          aria-label={t`Contact preferences`}
        >
          <RadioGroup
            {...field('language')}
            legend={t`Language for our messages to you`}
            options={languages.map((language) => ({
              value: language,
              text: languageNames[language],
              language,
            }))}
          />
          <TextField
            {...field('email')}
            label={t`Email address`}
            hint={isToBeReplaced('email') && t`Notices go to ${inForce} until you confirm the change.`}
            type="email"
            autoComplete="email"
            maxLength={254}
          />
          <TextField
            {...field('text')}
            label={t`Mobile number`}
            optionalWord={t`optional`}
            hint={t`A US number for text messages, for example 602-555-0123. Message and data rates may apply.`}
            type="tel"
            autoComplete="tel"
          />
          <NoticeMatrix
            kinds={kinds}
            required={required}
            choices={values.choices}
            messages={getMessages('choices')}
            onChange={(choices) => set('choices', choices)}
          />
          <RadioGroup
            {...field('emailFrequency')}
            legend={t`How often by email`}
            hint={t`We always send security notices right away.`}
            options={[
              { value: 'immediate', text: t`Each notice right away` },
              { value: 'daily', text: t`One daily email at 8 a.m.` },
            ]}
          />
          <QuietHours {...form} />
          <SubmitButton text={t`Save`} isSubmitting={form.isSubmitting} />
        </form>
        {saved.savedAt && (
          <section className="addresses columns__aside" aria-labelledby="addresses-title">
            <h2 id="addresses-title" className="heading-lg">
              <Trans>Your addresses</Trans>
            </h2>
            <p className="hint">
              <Trans>We send notices only to addresses that you have confirmed with a code.</Trans>
            </p>
            {saved.changes.map((change) => (
              <PendingAddress
                key={change.channel}
                change={change}
                inForce={getAddressInForce(change.channel)}
                isChanged={isChanged(change.channel)}
                onChanged={onChanged}
              />
            ))}
            {saved.addresses.map((address) => (
              <AddressState
                key={address.channel}
                saved={address}
                isChanged={isChanged(address.channel)}
                isToBeReplaced={isToBeReplaced(address.channel)}
                onVerified={onChanged}
              />
            ))}
          </section>
        )}
      </div>
    </div>
  );
}
