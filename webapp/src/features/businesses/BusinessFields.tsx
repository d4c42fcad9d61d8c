import { useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import { getOptions, useCounties } from '@/lib/api/lookups';
import type { Form } from '@/lib/forms/useForm';
import { entityLabels, entityTypes } from '@/components/businessLabels';
import { FailedRead } from '@/components/FailedRead';
import { SelectField } from '@/components/forms/SelectField';
import { TextField } from '@/components/forms/TextField';
import { longestName, type BusinessValues } from './businesses';

interface BusinessFieldsProps {
  form: Form<BusinessValues>;
  nameRef?: Ref<HTMLInputElement>;
}

/** The questions about a business. */
export function BusinessFields({ form, nameRef }: BusinessFieldsProps) {
  const { t } = useLingui();
  const { field, getMessages: messagesOf, set, values } = form;
  const counties = useCounties();
  return (
    <>
      <TextField
        {...field('name')}
        ref={nameRef}
        label={t`Name of the business`}
        hint={t`Enter it as registered, or as you plan to register it.`}
        autoComplete="organization"
        maxLength={longestName}
      />
      <SelectField
        id="entityType"
        label={t`What is the business structure?`}
        placeholder={t`- Select -`}
        options={entityTypes.map((type) => ({ value: type, text: t(entityLabels[type]) }))}
        value={values.entityType}
        messages={messagesOf('entityType')}
        onChange={(value) => set('entityType', entityTypes.find((type) => type === value) ?? '')}
      />
      <SelectField
        {...field('countyId')}
        label={t`County of the business`}
        placeholder={t`- Select -`}
        options={getOptions(counties.data?.items)}
      />
      {counties.error !== undefined && !counties.data && (
        <FailedRead error={counties.error} onRetry={counties.mutate} />
      )}
    </>
  );
}
