import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { cleanText, foldSigns } from '@/components/forms/text';
import { placeFields, type Place } from '@/components/address/place';
import type { Address, Answer, Person, Question } from './api';

// `shared/python/domains/applications/records.py` checks the same.

/** The state of an address that says none. */
export const homeState = 'AZ';

/** The most people in a list. */
const mostPeople = 50;

export const longestName = 120;

/** Returns the address in an answer; empty when it has none. */
export const getAddress = (answer: Answer): Address =>
  typeof answer === 'string' || Array.isArray(answer) ? {} : answer;

/** Returns the people in an answer. */
export const listPeople = (answer: Answer): Person[] => (Array.isArray(answer) ? answer : []);

/** Returns a text in one line, as the portal tidies it. */
export const tidyLine = (text: string): string => cleanText(text).replaceAll('\n', ' ');

/** Returns the parts with these names in this order, without empty ones. */
function tidyParts<N extends string>(parts: Partial<Record<N, string | undefined>>, names: readonly N[]) {
  const texts = names.map((name) => [name, tidyLine(parts[name] ?? '')]);
  return Object.fromEntries(texts.filter(([, text]) => text !== '')) as Partial<Record<N, string>>;
}

const tidyAddress = (address: Address): Address => tidyParts(address, placeFields);

function tidyPerson({ name, role, address = {} }: Person): Person {
  const place = tidyAddress(address);
  return { ...tidyParts({ name, role }, ['name', 'role']), ...(!isBlank(place) && { address: place }) };
}

const isBlank = (record: object): boolean => Object.keys(record).length === 0;

/** Returns an address or people as the portal stores them; empty text when nothing is typed. */
export function tidyRecord(typed: Answer): Answer {
  if (Array.isArray(typed)) {
    const people = typed.map(tidyPerson);
    return people.every(isBlank) ? '' : people;
  }
  const address = tidyAddress(getAddress(typed));
  return isBlank(address) ? '' : address;
}

/** Compares two answers by their content. */
export function isSameAnswer(one: Answer = '', other: Answer = ''): boolean {
  const normalize = (answer: Answer) =>
    JSON.stringify(typeof answer === 'string' ? answer : tidyRecord(answer));
  return one === other || normalize(one) === normalize(other);
}

/** Returns the fewest people that a question takes. */
export const getFewestPeople = ({ isRequired, minimum }: Question): number =>
  isRequired ? (minimum ?? 1) : 0;

/** Returns the most people that a question takes. */
export const getMostPeople = ({ maximum }: Question): number => Math.min(maximum ?? mostPeople, mostPeople);

/** Lists the people of a question, at least as many as it asks for. */
export function listShownPeople(question: Question, typed: Answer): Person[] {
  const people = listPeople(typed);
  const count = Math.max(people.length, getFewestPeople(question));
  return Array.from({ length: count }, (_, index) => people[index] ?? {});
}

/** Returns a typed address with all parts, and with a state. */
function getPlace(address: Address): Place {
  return { line1: '', line2: '', city: '', zip: '', state: homeState, ...tidyAddress(address) };
}

/** Lists the addresses in an answer, each with the end of its id on the page. */
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

/** Returns an address in one line. */
function formatAddress(address: Address): string {
  const { line1, line2, city, state, zip } = getPlace(address);
  return [line1, line2, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** Returns an address or people as text; each person on a line. */
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

/** An error in a part of an answer: the end of its id on the page, and the message. */
interface PartProblem {
  part: string;
  message: MessageDescriptor;
}

const markup = /[<>{}[\]|\\^~=*_]/;
const cityName = /^(?:[0-9]{1,4} )?'?\p{L}[\p{L}\p{M} .'/()-]*$/u;
const zipCode = /^\d{5}(-?\d{4})?$/;
const box = /\b(p\.?\s*o\.?\s*box|post office box|apartado)\b/i;

function listAddressProblems({ allowsPoBox }: Question, address: Address): PartProblem[] {
  const { line1, line2, city, zip } = getPlace(address);
  const problems = [
    line1 === '' && { part: '.line1', message: msg`Enter the street address` },
    findMarkup('.line1', line1),
    findMarkup('.line2', line2),
    !allowsPoBox &&
      box.test(`${line1} ${line2}`) && {
        part: '.line1',
        message: msg`Enter a street address. You can’t use a PO box here`,
      },
    city === '' && { part: '.city', message: msg`Enter the city` },
    city !== '' &&
      !cityName.test(foldSigns(city)) && {
        part: '.city',
        message: msg`Enter only the name of the city, such as Tucson`,
      },
    !zipCode.test(zip) && { part: '.zip', message: msg`Enter a ZIP code, for example 85007 or 85007-3213` },
  ];
  return problems.filter((problem) => problem !== false);
}

function findMarkup(part: string, text: string): PartProblem | false {
  const sign = markup.exec(text)?.[0];
  return sign !== undefined && { part, message: msg`Remove the character ${sign}` };
}

function listPersonProblems(question: Question, person: Person): PartProblem[] {
  const name = tidyLine(person.name ?? '');
  const { choices, hasAddress } = question;
  const problems = [
    !/\p{L}/u.test(name) && { part: '.name', message: msg`Enter the name, or remove this person` },
    /\p{L}/u.test(name) && findMarkup('.name', name),
    Array.from(name).length > longestName && {
      part: '.name',
      message: msg`Use ${longestName} characters or fewer`,
    },
    choices.length > 0 && !person.role && { part: '.role', message: msg`Choose an answer` },
  ];
  const inAddress = hasAddress ? listAddressProblems(question, person.address ?? {}) : [];
  return [
    ...problems.filter((problem) => problem !== false),
    ...inAddress.map(({ part, message }) => ({ part: `.address${part}`, message })),
  ];
}

/** Lists the errors in an address or in people that are visible without asking the portal. */
export function listRecordProblems(question: Question, typed: Answer): (PartProblem & { person?: number })[] {
  if (!question.isRequired && tidyRecord(typed) === '') return [];
  if (question.kind === 'address') return listAddressProblems(question, getAddress(typed));
  return listShownPeople(question, typed).flatMap((person, index) =>
    listPersonProblems(question, person).map(({ part, message }) => ({
      part: `.${index}${part}`,
      message,
      person: index + 1,
    })),
  );
}
