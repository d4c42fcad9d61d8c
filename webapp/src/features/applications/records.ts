import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { clean, foldSigns } from '@/lib/text';
import { placeFields, type Place, type PlaceField } from '@/components/address/place';
import type { Application } from './api';

// `shared/python/domains/applications/records.py` checks the same.

type Question = Application['form']['sections'][number]['fields'][number];

/** An answer as far as it is typed: text, an address, or people. */
export type Answer = Application['answers'][string];

/** A person of a list as far as it is typed. */
export type Person = Extract<Answer, readonly unknown[]>[number];

/** An address as far as it is typed. */
export type Address = NonNullable<Person['address']>;

/** The state of an address that says none. */
export const homeState = 'AZ';

/** The most people in a list. */
const mostPeople = 50;

export const longestName = 120;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The texts of an object, under these names. */
function textsOf<N extends string>(value: unknown, names: readonly N[]): Partial<Record<N, string>> {
  if (!isObject(value)) return {};
  const texts: Partial<Record<N, string>> = {};
  for (const name of names) {
    const text = value[name];
    if (typeof text === 'string') texts[name] = text;
  }
  return texts;
}

/** The address in an answer; empty where there is none. */
export const getAddress = (typed: Answer): Address => textsOf(typed, placeFields);

/** The people in an answer. */
export function listPeople(typed: Answer): Person[] {
  if (!Array.isArray(typed)) return [];
  return typed.map((person) => ({
    ...textsOf(person, ['name', 'role']),
    address: textsOf(person.address, placeFields),
  }));
}

const tidied = (text: string): string => clean(text).replaceAll('\n', ' ');

function tidyParts<N extends string>(
  parts: Readonly<Partial<Record<N, string | undefined>>>,
  names: readonly N[],
): Partial<Record<N, string>> {
  const texts: Partial<Record<N, string>> = {};
  for (const name of names) {
    const text = tidied(parts[name] ?? '');
    if (text !== '') texts[name] = text;
  }
  return texts;
}

function tidyPerson({ name, role, address }: Person): Person {
  const place = tidyParts(address ?? {}, placeFields);
  return {
    ...tidyParts({ name, role }, ['name', 'role']),
    ...(Object.keys(place).length > 0 && { address: place }),
  };
}

const isBlank = (record: object): boolean => Object.keys(record).length === 0;

/** An address or people as the portal keeps them; empty when nothing is typed. */
export function tidyRecord(kind: Question['kind'], typed: Answer): Answer {
  if (kind === 'address') {
    const address = tidyParts(getAddress(typed), placeFields);
    return isBlank(address) ? '' : address;
  }
  const people = listPeople(typed).map(tidyPerson);
  return people.every(isBlank) ? '' : people;
}

/** Compares two answers by their content. */
export function isSameAnswer(one: Answer = '', other: Answer = ''): boolean {
  return one === other || inOneOrder(one) === inOneOrder(other);
}

function inOneOrder(answer: Answer): string {
  if (typeof answer === 'string') return JSON.stringify(answer);
  const kind = Array.isArray(answer) ? 'people' : 'address';
  return JSON.stringify(tidyRecord(kind, answer));
}

/** The fewest people that a question takes. */
export const getFewestPeople = ({ isRequired, minimum }: Question): number =>
  isRequired ? (minimum ?? 1) : 0;

/** The most people that a question takes. */
export const getMostPeople = ({ maximum }: Question): number => Math.min(maximum ?? mostPeople, mostPeople);

/** The people of a question as its list shows them: at least as many as it asks for. */
export function listShownPeople(question: Question, typed: Answer): Person[] {
  const people = listPeople(typed);
  const missing = Math.max(0, getFewestPeople(question) - people.length);
  return [...people, ...Array.from({ length: missing }, () => ({}))];
}

/** An address as it is sent: a place with a state. */
export function getPlace(address: Address): Place {
  const text = (field: PlaceField) => tidied(address[field] ?? '');
  return {
    line1: text('line1'),
    line2: text('line2'),
    city: text('city'),
    state: text('state') || homeState,
    zip: text('zip'),
  };
}

/** The addresses in an answer, each with the end of its id on the page. */
export function listPlaces(question: Question, typed: Answer): { part: string; place: Place }[] {
  if (question.kind === 'address') return [{ part: '', place: getPlace(getAddress(typed)) }];
  if (question.kind !== 'people' || !question.hasAddress) return [];
  return listShownPeople(question, typed).map(({ address = {} }, index) => ({
    part: `.${index}.address`,
    place: getPlace(address),
  }));
}

/** Returns what was typed, with other places in the order of `listPlaces`. */
export function replacePlaces(question: Question, typed: Answer, places: readonly Place[]): Answer {
  if (question.kind === 'address') return { ...getAddress(typed), ...places[0] };
  return listShownPeople(question, typed).map((person, index) => ({
    ...person,
    address: { ...person.address, ...places[index] },
  }));
}

/** An address in one line. */
export function formatAddress(address: Address): string {
  const { line1, line2, city, state, zip } = getPlace(address);
  return [line1, line2, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** An answer in words; each person on a line. */
export function formatRecord({ kind, choices, hasAddress }: Question, answer: Answer): string {
  if (kind === 'address') return formatAddress(getAddress(answer));
  return listPeople(answer)
    .map(({ name = '', role = '', address = {} }, index) => {
      const label = choices.find(({ value }) => value === role)?.label ?? role;
      const where = hasAddress && Object.keys(address).length > 0 ? formatAddress(address) : '';
      return `${index + 1}. ${[name, label, where].filter(Boolean).join(', ')}`;
    })
    .join('\n');
}

/** A fault in a part of an answer: the end of its id on the page, and the message. */
export interface PartProblem {
  part: string;
  message: MessageDescriptor;
}

const markup = /[<>{}[\]|\\^~=*_]/;
const cityName = /^(?:[0-9]{1,4} )?'?\p{L}[\p{L}\p{M} .'/()-]*$/u;
const zipCode = /^\d{5}(-?\d{4})?$/;
const box = /\b(p\.?\s*o\.?\s*box|post office box|apartado)\b/i;

function listAddressProblems({ allowsPoBox }: Question, address: Address): PartProblem[] {
  const { line1, line2, city, zip } = getPlace(address);
  const problems: (PartProblem | null)[] = [
    line1 === ''
      ? { part: '.line1', message: msg`Enter the street address` }
      : problemWithText('.line1', line1),
    problemWithText('.line2', line2),
    !allowsPoBox && box.test(`${line1} ${line2}`)
      ? { part: '.line1', message: msg`Enter a street address. You can’t use a PO box here` }
      : null,
  ];
  if (city === '') problems.push({ part: '.city', message: msg`Enter the city` });
  else if (!cityName.test(foldSigns(city)))
    problems.push({ part: '.city', message: msg`Enter only the name of the city, such as Tucson` });
  if (!zipCode.test(zip))
    problems.push({ part: '.zip', message: msg`Enter a ZIP code, for example 85007 or 85007-3213` });
  return problems.filter((problem) => problem !== null);
}

function problemWithText(part: string, text: string): PartProblem | null {
  const sign = markup.exec(text)?.[0];
  return sign === undefined ? null : { part, message: msg`Remove the character ${sign}` };
}

function listPersonProblems(question: Question, person: Person): PartProblem[] {
  const name = tidied(person.name ?? '');
  const problems: (PartProblem | null)[] = [
    /\p{L}/u.test(name)
      ? problemWithText('.name', name)
      : { part: '.name', message: msg`Enter the name, or remove this person` },
  ];
  if (Array.from(name).length > longestName)
    problems.push({ part: '.name', message: msg`Use ${longestName} characters or fewer` });
  if (question.choices.length > 0 && !person.role)
    problems.push({ part: '.role', message: msg`Choose an answer` });
  return [
    ...problems.filter((problem) => problem !== null),
    ...(question.hasAddress
      ? listAddressProblems(question, person.address ?? {}).map((problem) => ({
          ...problem,
          part: `.address${problem.part}`,
        }))
      : []),
  ];
}

/** Lists the faults of an address or of people that are visible without asking the portal. */
export function listRecordProblems(question: Question, typed: Answer): (PartProblem & { person?: number })[] {
  if (!question.isRequired && tidyRecord(question.kind, typed) === '') return [];
  if (question.kind === 'address') return listAddressProblems(question, getAddress(typed));
  return listShownPeople(question, typed).flatMap((person, index) =>
    listPersonProblems(question, person).map(({ part, message }) => ({
      part: `.${index}${part}`,
      message,
      person: index + 1,
    })),
  );
}
