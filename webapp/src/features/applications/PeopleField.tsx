import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type RefObject } from 'react';
import { Button } from '@/components/Button';
import { RadioGroup } from '@/components/forms/RadioGroup';
import { TextField } from '@/components/forms/TextField';
import { AddressField } from './AddressField';
import type { Answer, Person, Question } from './api';
import { getAnswerId } from './form';
import { getFewestPeople, getMostPeople, listShownPeople, longestName } from './records';

interface PeopleFieldProps {
  question: Question;
  typed: Answer;
  getMessages: (field: string) => readonly string[];
  onChange: (typed: Answer) => void;
}

/** A list of people to which a person can be added, and from which one can be removed. */
export function PeopleField({ question, typed, getMessages, onChange }: PeopleFieldProps) {
  const { t } = useLingui();
  const { allowsOtherStates, choices, hasAddress, name } = question;
  const id = getAnswerId(name);
  const people = listShownPeople(question, typed);
  const count = people.length;
  const most = getMostPeople(question);
  const addButton = useRef<HTMLButtonElement>(null);
  const lastName = useRef<HTMLInputElement>(null);
  const focusNext = useRef<RefObject<HTMLElement | null>>(null);

  useEffect(() => {
    focusNext.current?.current?.focus();
    focusNext.current = null;
  }, [count]);

  const changePerson = (index: number, changed: Person) =>
    onChange(people.map((person, place) => (place === index ? { ...person, ...changed } : person)));

  function remove(index: number): void {
    focusNext.current = addButton;
    onChange(people.filter((_, place) => place !== index));
  }

  return (
    <>
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
              ref={number === count ? lastName : undefined}
              maxLength={longestName}
              messages={getMessages(`${personId}.name`)}
              value={person.name ?? ''}
              onChange={(value) => changePerson(index, { name: value })}
            />
            {choices.length > 0 && (
              <RadioGroup
                id={`${personId}.role`}
                legend={t`Role`}
                options={choices.map(({ value, label: text }) => ({ value, text }))}
                messages={getMessages(`${personId}.role`)}
                value={person.role ?? ''}
                onChange={(value) => changePerson(index, { role: value })}
              />
            )}
            {hasAddress && (
              <AddressField
                id={`${personId}.address`}
                address={person.address ?? {}}
                allowsOtherStates={allowsOtherStates}
                getMessages={getMessages}
                onChange={(address) => changePerson(index, { address })}
              />
            )}
            {count > getFewestPeople(question) && (
              <Button
                kind="unstyled"
                aria-label={known ? t`Remove ${known}` : t`Remove person ${number}`}
                onClick={() => remove(index)}
              >
                <Trans>Remove</Trans>
              </Button>
            )}
          </fieldset>
        );
      })}
      {count < most ? (
        <Button
          ref={addButton}
          kind="outline"
          aria-describedby={`${id}-count`}
          onClick={() => {
            focusNext.current = lastName;
            onChange([...people, {}]);
          }}
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
    </>
  );
}
