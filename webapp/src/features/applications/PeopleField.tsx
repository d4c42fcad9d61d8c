import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '@/components/Button';
import { describedBy, FieldMessages } from '@/components/forms/Field';
import { RadioGroup } from '@/components/forms/RadioGroup';
import { TextField } from '@/components/forms/TextField';
import { AddressField } from './AddressField';
import { getAnswerId, type Question } from './form';
import {
  getFewestPeople,
  longestName,
  getMostPeople,
  listShownPeople,
  type Answer,
  type Person,
} from './records';

interface PeopleFieldProps {
  question: Question;
  legend: ReactNode;
  typed: Answer;
  messagesOf: (field: string) => readonly string[];
  onChange: (typed: Answer) => void;
}

/** A list of people to which some can be added, and from which some can be removed. */
export function PeopleField({ question, legend, typed, messagesOf, onChange }: PeopleFieldProps) {
  const { t } = useLingui();
  const { allowsOtherStates, choices, hasAddress, help, name } = question;
  const id = getAnswerId(name);
  const people = listShownPeople(question, typed);
  const count = people.length;
  const most = getMostPeople(question);
  const messages = messagesOf(id);
  const focusNext = useRef<string | null>(null);

  useEffect(() => {
    if (focusNext.current === null) return;
    document.getElementById(focusNext.current)?.focus();
    focusNext.current = null;
  }, [count]);

  function change(next: Person[], focus: string | null = null): void {
    focusNext.current = focus;
    onChange(next);
  }
  const changePerson = (index: number, changed: Person) =>
    change(people.map((person, place) => (place === index ? { ...person, ...changed } : person)));

  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={`usa-fieldset usa-form-group person-list ${messages.length > 0 ? 'usa-form-group--error' : ''}`}
      aria-describedby={describedBy(id, help, messages)}
    >
      <legend className="usa-legend">{legend}</legend>
      {help && (
        <span id={`${id}-hint`} className="usa-hint">
          {help}
        </span>
      )}
      <FieldMessages id={id} messages={messages} />
      {people.map((person, index) => {
        const personId = `${id}.${index}`;
        const number = index + 1;
        const known = person.name?.trim();
        return (
          <fieldset key={index} className="usa-fieldset card">
            <legend className="usa-legend person-list__number">
              <Trans>Person {number}</Trans>
            </legend>
            <TextField
              id={`${personId}.name`}
              label={t`Name`}
              autoComplete="off"
              maxLength={longestName}
              messages={messagesOf(`${personId}.name`)}
              value={person.name ?? ''}
              onChange={(value) => changePerson(index, { name: value })}
            />
            {choices.length > 0 && (
              <RadioGroup
                id={`${personId}.role`}
                legend={t`Role`}
                options={choices.map(({ value, label: text }) => ({ value, text }))}
                messages={messagesOf(`${personId}.role`)}
                value={person.role ?? ''}
                onChange={(value) => changePerson(index, { role: value })}
              />
            )}
            {hasAddress && (
              <AddressField
                id={`${personId}.address`}
                address={person.address ?? {}}
                allowsOtherStates={allowsOtherStates}
                messagesOf={messagesOf}
                onChange={(address) => changePerson(index, { address })}
              />
            )}
            {count > getFewestPeople(question) && (
              <Button
                kind="unstyled"
                aria-label={known ? t`Remove ${known}` : t`Remove person ${number}`}
                onClick={() =>
                  change(
                    people.filter((_, place) => place !== index),
                    `${id}-add`,
                  )
                }
              >
                <Trans>Remove</Trans>
              </Button>
            )}
          </fieldset>
        );
      })}
      {count < most ? (
        <Button
          id={`${id}-add`}
          kind="outline"
          aria-describedby={`${id}-count`}
          onClick={() => change([...people, {}], `${id}.${count}.name`)}
        >
          <Trans>Add a person</Trans>
        </Button>
      ) : (
        <p>
          <Trans>You can list up to {most} people. Add a document if there are more.</Trans>
        </p>
      )}
      <p id={`${id}-count`} className="fine-print" role="status">
        <Trans>
          People in this list: {count} of at most {most}.
        </Trans>
      </p>
    </fieldset>
  );
}
