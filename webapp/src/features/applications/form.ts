import { parseEmailAddress, parseOfficeNumber, formatPhoneNumber } from '@/components/forms/contacts';
import { cleanText } from '@/components/forms/text';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { formatAmount } from '@/lib/i18n/amounts';
import { formatDay } from '@/lib/i18n/dates';
import { getNumberFormat } from '@/lib/i18n/formats';
import { toIsoDate, type TypedDate } from '@/components/forms/MemorableDate';
import type { Answer, Form, Question } from './api';
import { formatRecord, isSameAnswer, tidyLine, tidyRecord } from './records';

/**
 * Answers by the names of the questions, as the portal stores them or as they are typed. A typed date is its parts with
 * hyphens between them.
 */
export type Answers = Readonly<Record<string, Answer>>;

export type Translate = (message: MessageDescriptor) => string;

/** Returns the id of a question on the page. The prefix separates the names that an agency chose from other ids. */
export const getAnswerId = (name: string): string => `answer-${name}`;
/** Returns the id of the input for a file. */
export const getDocumentId = (code: string): string => `document-${code}`;
/** The id of the declaration's checkbox. */
export const declarationId = 'declaration';

/** Returns true if a field of the page is the one with an id, or a part of it. */
export const isSameField = (field: string | null, id: string): boolean =>
  field === id || (field?.startsWith(`${id}.`) ?? false);

/** Finds the field of the page for a property of the contract. */
export function findFieldId(propertyName: string): string | null {
  if (propertyName.startsWith('answers.')) return getAnswerId(propertyName.slice('answers.'.length));
  if (propertyName.startsWith('documents.')) return getDocumentId(propertyName.slice('documents.'.length));
  return propertyName === 'isDeclared' ? declarationId : null;
}

const listQuestions = (form: Form): Question[] => form.sections.flatMap(({ fields }) => fields);

/** Returns whether a question or document is asked for: its condition is, and has the answer that asks for it. */
export function isAsked({ shownWhen }: Pick<Question, 'shownWhen'>, form: Form, answers: Answers): boolean {
  if (!shownWhen) return true;
  const condition = listQuestions(form).find(({ name }) => name === shownWhen.field);
  return (
    condition !== undefined &&
    isAsked(condition, form, answers) &&
    answers[shownWhen.field] === shownWhen.equals
  );
}

/** Returns an answer that is text; empty for one with parts. */
export const getText = (typed: Answer | undefined): string => (typeof typed === 'string' ? typed : '');

/** Returns the answer to the question for the type of entity; empty when the form does not ask for it. */
export function getEntityType(form: Form, typed: Answers): string {
  const asked = listQuestions(form).find(({ prefill }) => prefill === 'entityType');
  return asked ? getText(typed[asked.name]) : '';
}

/** Returns the typed parts of a date. */
export function parseDateParts(typed: string): TypedDate {
  const [year = '', month = '', day = ''] = typed.split('-');
  const plain = (part: string) => part.replace(/^0(?=.)/, '');
  return { year, month: plain(month), day: plain(day) };
}

/** Returns the parts in one text; empty when nothing is typed. */
export function joinDateParts({ year, month, day }: TypedDate): string {
  const text = [year, month, day].map((part) => part.trim().replaceAll('-', '')).join('-');
  return text === '--' ? '' : text;
}

/** Returns a typed whole number or amount without commas and dollar signs; null when it is neither. */
function parsePlainNumber(typed: string): string | null {
  const text = typed.replaceAll(/[\s$]/g, '');
  return /^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(text) ? text.replaceAll(',', '') : null;
}

/** Returns an answer as the portal stores it; what cannot be read stays as it was typed. */
export function getAnswer({ kind }: Question, typed: Answer): Answer {
  return kind === 'address' || kind === 'people' ? tidyRecord(typed) : getTextAnswer(kind, getText(typed));
}

function getTextAnswer(kind: Question['kind'], typed: string): string {
  // The portal tidies a text the same way; another text would look like a change by another person.
  const text = kind === 'longText' ? cleanText(typed) : tidyLine(typed);
  switch (kind) {
    case 'number':
      return parsePlainNumber(text)?.replace(/\.0+$/, '') ?? text;
    case 'money': {
      const amount = parsePlainNumber(text);
      return amount === null ? text : Number(amount).toFixed(2);
    }
    case 'phone':
      return parseOfficeNumber(text) ?? text;
    case 'email':
      return parseEmailAddress(text) ?? text;
    case 'date':
      return toIsoDate(parseDateParts(text)) ?? '';
    default:
      return text;
  }
}

/** Returns typed answers as the portal stores them, without empty ones. */
export function getAnswers(form: Form, typed: Answers): Answers {
  return Object.fromEntries(
    listQuestions(form)
      .map((question) => [question.name, getAnswer(question, typed[question.name] ?? '')] as const)
      .filter(([, answer]) => answer !== ''),
  );
}

/** Returns answers as a person types them. */
export function getTyped(form: Form, answers: Answers): Answers {
  return Object.fromEntries(
    listQuestions(form).flatMap(({ name, kind }) => {
      const answer = answers[name];
      if (answer === undefined) return [];
      const written = kind === 'phone' ? formatPhoneNumber(getText(answer)) : answer;
      return [[name, written]];
    }),
  );
}

/** Returns whether two sets of answers are equal; an empty answer equals a missing one. */
export function hasSameAnswers(one: Answers, other: Answers): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSameAnswer(one[name], other[name]));
}

/** Returns the newest answers with what differs between `before` and `mine` as in `mine`. */
export function mergeAnswers(newest: Answers, before: Answers, mine: Answers): Answers {
  const names = Object.keys({ ...before, ...mine });
  const changed = names.filter((name) => !isSameAnswer(mine[name], before[name]));
  return { ...newest, ...Object.fromEntries(changed.map((name) => [name, mine[name] ?? ''])) };
}

/** Returns the message for an amount or a number outside its limits. */
function findLimitProblem(question: Question, value: number, locale: string): MessageDescriptor | null {
  const { kind, minimum, maximum } = question;
  const written = (limit: number) =>
    kind === 'money'
      ? formatAmount({ amount: String(limit), currency: 'USD' }, locale)
      : getNumberFormat(locale, {}).format(limit);
  if (minimum !== null && value < minimum) {
    const least = written(minimum);
    return msg`Enter ${least} or more`;
  }
  if (maximum !== null && value > maximum) {
    const most = written(maximum);
    return msg`Enter ${most} or less`;
  }
  return null;
}

/** Returns the message for a typed text that the portal would refuse; null when there is none. */
export function findProblem(question: Question, typed: string, locale: string): MessageDescriptor | null {
  const { kind, isRequired, maxLength } = question;
  const answer = getTextAnswer(kind, typed);
  if (kind === 'date' && answer === '' && typed.trim() !== '') return msg`Enter a real date`;
  if (answer === '') {
    if (!isRequired) return null;
    if (kind === 'choice' || kind === 'yesNo' || kind === 'county') return msg`Choose an answer`;
    return kind === 'date' ? msg`Enter a date` : msg`Fill this in`;
  }
  switch (kind) {
    case 'number':
      return /^\d+$/.test(answer)
        ? findLimitProblem(question, Number(answer), locale)
        : msg`Enter a whole number, such as 3`;
    case 'money':
      return /^\d+\.\d\d$/.test(answer)
        ? findLimitProblem(question, Number(answer), locale)
        : msg`Enter an amount in US dollars, such as 1,500 or 435.67`;
    case 'email':
      return parseEmailAddress(answer)
        ? null
        : msg`Enter one email address, such as name@example.com, without accents before the @`;
    case 'phone':
      return parseOfficeNumber(answer)
        ? null
        : msg`Enter a US phone number, such as 602-555-0123 or 602-555-0100 ext. 204`;
    case 'text':
    case 'longText':
    case 'businessName':
      return Array.from(answer).length > maxLength ? msg`Use ${maxLength} characters or fewer` : null;
    default:
      return null;
  }
}

/** Joins labels and the message after them with colons; a label that is a question keeps its mark instead. */
export const joinLabels = (...parts: (string | 0 | undefined)[]): string =>
  parts.filter(Boolean).join(': ').replaceAll('?: ', '? ');

/** Returns an answer as text for people. */
export function formatAnswer(
  question: Question,
  answer: Answer,
  locale: string,
  counties: ReadonlyMap<string, string>,
  t: Translate,
): string {
  const { kind, choices } = question;
  if (typeof answer !== 'string') return formatRecord(question, answer);
  switch (kind) {
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(answer) ? formatDay(answer, locale) : answer;
    case 'money':
      return /^\d+\.\d\d$/.test(answer) ? formatAmount({ amount: answer, currency: 'USD' }, locale) : answer;
    case 'number':
      return /^\d+$/.test(answer) ? getNumberFormat(locale, {}).format(Number(answer)) : answer;
    case 'yesNo':
      return answer === 'yes' ? t(msg`Yes`) : t(msg`No`);
    case 'choice':
      return choices.find(({ value }) => value === answer)?.label ?? answer;
    case 'county':
      return counties.get(answer) ?? answer;
    case 'phone':
      return formatPhoneNumber(answer);
    default:
      return answer;
  }
}
