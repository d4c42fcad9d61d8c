import { useLingui } from '@lingui/react/macro';
import { SelectField } from '@/components/forms/SelectField';
import { TextField } from '@/components/forms/TextField';
import type { PlaceField } from './place';
import { listStateOptions } from './states';

interface PlaceFieldsProps {
  /** Returns the props of the input of a part of the address. */
  field: (name: PlaceField) => {
    id: string;
    value: string;
    messages: readonly string[];
    onChange: (value: string) => void;
  };
  /** True if the browser may fill in the person's own address. */
  isOwn: boolean;
  /** True if the state can be chosen. */
  hasState: boolean;
}

/** The inputs of an address, from the street to the ZIP code. */
export function PlaceFields({ field, isOwn, hasState }: PlaceFieldsProps) {
  const { t, i18n } = useLingui();
  const getAutoComplete = (token: string) => (isOwn ? token : 'off');
  return (
    <>
      <TextField
        {...field('line1')}
        label={t`Street address`}
        autoComplete={getAutoComplete('address-line1')}
        maxLength={100}
      />
      <TextField
        {...field('line2')}
        label={t`Apartment, suite, or unit`}
        optionalWord={t`optional`}
        autoComplete={getAutoComplete('address-line2')}
        maxLength={100}
      />
      <TextField
        {...field('city')}
        label={t`City`}
        autoComplete={getAutoComplete('address-level2')}
        maxLength={60}
      />
      {hasState && (
        <SelectField
          {...field('state')}
          label={t`State, territory, or military post`}
          autoComplete={getAutoComplete('address-level1')}
          placeholder={t`- Select -`}
          options={listStateOptions(i18n.locale)}
        />
      )}
      <TextField
        {...field('zip')}
        label={t`ZIP code`}
        hint={t`Five digits, or nine digits with a hyphen.`}
        className="usa-input--medium"
        autoComplete={getAutoComplete('postal-code')}
        inputMode="numeric"
      />
    </>
  );
}
