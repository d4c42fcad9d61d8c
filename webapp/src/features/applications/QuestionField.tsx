import { Trans, useLingui } from '@lingui/react/macro';
import { useCountyNames } from '@/lib/api/lookups';
import { getDescribedBy, FieldMessages } from '@/components/forms/Field';
import { MemorableDate } from '@/components/forms/MemorableDate';
import { RadioGroup } from '@/components/forms/RadioGroup';
import { SelectField } from '@/components/forms/SelectField';
import { TextAreaField } from '@/components/forms/TextAreaField';
import { TextField } from '@/components/forms/TextField';
import { AddressField } from './AddressField';
import type { Answer, Question } from './api';
import { getAnswerId, getText, joinDateParts, parseDateParts } from './form';
import { NameField } from './NameField';
import { PeopleField } from './PeopleField';
import { getAddress } from './records';

/** The most choices that radio buttons show; more are a list to open. */
const mostRadioButtons = 6;

/** The limit from which the hint of a text states it. */
const longText = 200;

interface QuestionFieldProps {
  question: Question;
  typed: Answer;
  applicationId: string;
  /** The answer to the form's question for the type of entity; empty without one. */
  entityType: string;
  /** The errors of the question, or of a part of it, by its id on the page. */
  getMessages: (field: string) => readonly string[];
  onChange: (typed: Answer) => void;
}

/** The input for one question, by its kind. */
export function QuestionField(props: QuestionFieldProps) {
  const { question, typed, applicationId, entityType, getMessages, onChange } = props;
  const { t } = useLingui();
  const counties = useCountyNames();
  const { choices, help, isRequired, kind, label, maxLength, name } = question;
  const id = getAnswerId(name);
  const messages = getMessages(id);
  const optional = t`optional`;
  const optionalWord = isRequired ? undefined : optional;
  const legend = isRequired ? (
    label
  ) : (
    <>
      {label} <span className="usa-hint">({optional})</span>
    </>
  );
  const common = { id, messages, value: getText(typed), onChange };
  const field = { ...common, label, hint: help, ...(optionalWord && { optionalWord }) };

  function renderChoice(options: readonly { value: string; text: string }[]) {
    // Only a list can be put back to no answer.
    return isRequired && options.length <= mostRadioButtons ? (
      <RadioGroup {...common} legend={legend} hint={help} options={options} />
    ) : (
      <SelectField {...field} placeholder={t`- Select -`} options={options} />
    );
  }

  switch (kind) {
    case 'choice':
      return renderChoice(choices.map(({ value, label: text }) => ({ value, text })));
    case 'yesNo':
      return renderChoice([
        { value: 'yes', text: t`Yes` },
        { value: 'no', text: t`No` },
      ]);
    case 'county':
      return (
        <SelectField
          {...field}
          placeholder={t`- Select -`}
          options={[...counties].map(([value, text]) => ({ value, text }))}
        />
      );
    case 'date':
      return (
        <MemorableDate
          id={common.id}
          legend={legend}
          hint={help ?? t`For example: November 21, 2026`}
          messages={messages}
          isBirthday={false}
          value={parseDateParts(getText(typed))}
          onChange={(date) => onChange(joinDateParts(date))}
        />
      );
    case 'longText':
      return (
        <TextAreaField
          {...field}
          hint={
            <>
              {help && <span className="block">{help}</span>}
              {maxLength >= longText && <Trans>Use {maxLength} characters or fewer.</Trans>}
            </>
          }
          maxLength={maxLength}
        />
      );
    case 'number':
      return <TextField {...field} className="usa-input--medium" inputMode="numeric" autoComplete="off" />;
    case 'money':
      return (
        <TextField
          {...field}
          hint={help ?? t`In US dollars.`}
          className="usa-input--medium"
          inputMode="decimal"
          autoComplete="off"
        />
      );
    case 'email':
      return <TextField {...field} type="email" autoComplete="email" maxLength={254} />;
    case 'phone':
      return (
        <TextField
          {...field}
          hint={help ?? t`A US number with area code, and its extension if it has one.`}
          type="tel"
          autoComplete="tel"
        />
      );
    case 'address':
    case 'people':
      return (
        <fieldset
          id={id}
          tabIndex={-1}
          className={`usa-fieldset usa-form-group ${kind === 'people' ? 'person-list' : ''} ${messages.length > 0 ? 'usa-form-group--error' : ''}`}
          aria-describedby={getDescribedBy(id, help, messages)}
        >
          <legend className="usa-legend">{legend}</legend>
          {help && (
            <span id={`${id}-hint`} className="usa-hint">
              {help}
            </span>
          )}
          <FieldMessages id={id} messages={messages} />
          {kind === 'people' ? (
            <PeopleField {...{ question, typed, getMessages, onChange }} />
          ) : (
            <AddressField
              id={id}
              address={getAddress(typed)}
              allowsOtherStates={question.allowsOtherStates}
              getMessages={getMessages}
              onChange={onChange}
            />
          )}
        </fieldset>
      );
    case 'businessName':
      return <NameField {...field} {...{ applicationId, entityType, maxLength }} />;
    case 'text':
      return <TextField {...field} autoComplete="off" maxLength={maxLength} />;
  }
}
