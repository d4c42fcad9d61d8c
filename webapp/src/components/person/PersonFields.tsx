import { useLingui } from '@lingui/react/macro';
import { getOptions, useCounties } from '@/lib/api/lookups';
import type { Form } from '@/lib/forms/useForm';
import { FailedRead } from '@/components/FailedRead';
import { MemorableDate } from '@/components/forms/MemorableDate';
import { SelectField } from '@/components/forms/SelectField';
import { TextField } from '@/components/forms/TextField';
import { maxNameLength } from './nameRules';
import { outsideArizona, type PersonValues } from './personForm';

interface PersonFieldsProps {
  form: Pick<Form<PersonValues>, 'field' | 'set' | 'values'>;
  /** The hint of the first field, which is about the legal name. */
  nameHint: string;
}

/** The fields for a person's names, date of birth, and county. */
export function PersonFields({ form, nameHint }: PersonFieldsProps) {
  const { t } = useLingui();
  const counties = useCounties();
  const { field } = form;
  const { hasOneName } = form.values;
  return (
    <>
      {counties.error !== undefined && <FailedRead error={counties.error} onRetry={counties.mutate} />}
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
    </>
  );
}
