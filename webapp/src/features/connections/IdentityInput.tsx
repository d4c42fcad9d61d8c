import { useLingui } from '@lingui/react/macro';
import { MemorableDate } from '@/components/forms/MemorableDate';
import { RadioGroup } from '@/components/forms/RadioGroup';
import { SecretField } from '@/components/forms/SecretField';
import { SelectField } from '@/components/forms/SelectField';
import { TextField } from '@/components/forms/TextField';
import { getDate, buildFieldId, getText, type IdentityField, type IdentityValues } from './identityForm';

/** More choices than these are shown as a list. */
const maxRadios = 5;

/** The server removes spaces and hyphens, so the limit must not cut off the end of a number. */
const maxLength = 200;

interface IdentityInputProps {
  field: IdentityField;
  values: IdentityValues;
  messages: readonly string[];
  onChange: (id: string, value: IdentityValues[string]) => void;
}

/** The input for a value that the agency asks for, by its format. */
export function IdentityInput({ field, values, messages, onChange }: IdentityInputProps) {
  const { t } = useLingui();
  const { name, label, format, help, example, choices, isSensitive } = field;
  const id = buildFieldId(name);
  const forExample = t`For example, ${example}`;
  const hint = help ? `${help} ${forExample}` : forExample;
  const options = choices.map((choice) => ({ value: choice.value, text: choice.label }));
  const common = { id, messages, onChange: (value: string) => onChange(id, value) };

  if (format === 'date') {
    return (
      <MemorableDate
        id={id}
        legend={label}
        hint={help ?? t`For example, April 28 1986`}
        messages={messages}
        isBirthday={false}
        value={getDate(values, name)}
        onChange={(value) => onChange(id, value)}
      />
    );
  }
  if (format === 'choice' && choices.length <= maxRadios) {
    return (
      <RadioGroup {...common} legend={label} hint={help} options={options} value={getText(values, name)} />
    );
  }
  if (format === 'choice') {
    return (
      <SelectField
        {...common}
        label={label}
        hint={help}
        placeholder={t`- Select -`}
        options={options}
        value={getText(values, name)}
      />
    );
  }
  const line = {
    ...common,
    label,
    hint,
    inputMode: format === 'digits' ? 'numeric' : 'text',
    autoCapitalize: format === 'alphanumeric' ? 'characters' : 'off',
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    maxLength: maxLength,
    value: getText(values, name),
  } as const;
  return isSensitive ? (
    <SecretField {...line} showText={t`Show`} hideText={t`Hide`} />
  ) : (
    <TextField {...line} type="text" />
  );
}
