import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from 'react-router';
import type { Form } from '@/lib/forms/useForm';
import { formatDay } from '@/lib/i18n/dates';
import { languageNames } from '@/lib/i18n/language';
import { paths } from '@/lib/paths';
import { PageHeading } from '@/components/PageHeading';
import { StepIndicator } from '@/components/StepIndicator';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { toIsoDate } from '@/components/forms/MemorableDate';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { cleanName } from '@/components/person/nameRules';
import { outsideArizona } from '@/components/person/personForm';
import type { RegistrationValues } from './registrationForm';

interface CheckAnswersProps {
  form: Form<RegistrationValues>;
  counties: readonly { id: string; name: string }[];
}

/** Builds the link to a field of the form. */
const buildFieldLink = (field: string) => ({ pathname: paths.registerIdentification, hash: `#${field}` });

/** Shows the answers with links to change them before the person registers. */
export function CheckAnswers({ form, counties }: CheckAnswersProps) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { values } = form;
  const county = counties.find(({ id }) => id === values.countyId);
  const rows: { field: keyof RegistrationValues; label: string; answer: string; lang?: string }[] = [
    ...(values.hasOneName
      ? []
      : [
          {
            field: 'legalFirstName' as const,
            label: t`Legal first name`,
            answer: cleanName(values.legalFirstName),
          },
        ]),
    {
      field: 'legalLastName',
      label: values.hasOneName ? t`Legal name` : t`Legal last name`,
      answer: cleanName(values.legalLastName),
    },
    { field: 'preferredName', label: t`Preferred name`, answer: cleanName(values.preferredName) },
    {
      field: 'dateOfBirth',
      label: t`Date of birth`,
      answer: formatDay(toIsoDate(values.dateOfBirth) ?? '', i18n.locale),
    },
    {
      field: 'countyId',
      label: t`County`,
      answer:
        values.countyId === outsideArizona ? t`I live outside Arizona` : (county?.name ?? values.countyId),
    },
    {
      field: 'language',
      label: t`Language for our messages to you`,
      answer: languageNames[values.language],
      lang: values.language,
    },
  ];

  return (
    <div className="page page--narrow">
      <ErrorSummary
        errors={form.errors}
        refusals={form.refusals}
        onFollow={(field) => void navigate(buildFieldLink(field))}
      />
      <StepIndicator current={1} />
      <PageHeading title={t`Check your answers`} />
      <p className="lead">
        <Trans>
          Make sure your answers are right. After you register, you can correct them under Your account.
        </Trans>
      </p>
      <dl className="fact-rows divided">
        {rows.map(({ field, label, answer, lang }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd className="row row--between row--top">
              <span lang={lang}>{answer ? <bdi>{answer}</bdi> : <Trans>No answer</Trans>}</span>{' '}
              <Link to={buildFieldLink(field)} className="usa-link" aria-label={t`Change ${label}`}>
                <Trans>Change</Trans>
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      <form className="form" noValidate onSubmit={form.onSubmit} aria-label={t`Check your answers`}>
        <SubmitButton text={t`Register`} isSubmitting={form.isSubmitting} />
      </form>
    </div>
  );
}
