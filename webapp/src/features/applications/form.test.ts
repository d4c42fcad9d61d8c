import { describe, expect, it } from 'vitest';
import { createQuestion } from '@/testing/questions';
import {
  formatAnswer,
  getAnswers,
  findFieldId,
  findProblem,
  hasSameAnswers,
  joinDateParts,
  parseDateParts,
  getTyped,
  mergeAnswers,
  type Translate,
} from './form';
import type { Form, Question } from './api';
import { findStep, listSteps } from './steps';

const getSource: Translate = ({ message }) => message ?? '';

const createCondition = (field: string) => ({ field, equals: 'yes' });

const form: Form = {
  id: 'azcc-entity-x',
  name: 'X',
  description: '',
  agency: { id: 'azcc', name: 'Commission' },
  serviceId: 'azcc-entity',
  entityTypes: [],
  fees: [],
  decisionBusinessDays: null,
  declaration: 'I affirm.',
  sections: [
    {
      id: 'one',
      title: 'One',
      introduction: null,
      fields: [
        createQuestion('has', { kind: 'yesNo' }),
        createQuestion('which', { shownWhen: createCondition('has'), kind: 'yesNo' }),
        createQuestion('more', { shownWhen: createCondition('which') }),
      ],
    },
    {
      id: 'two',
      title: 'Two',
      introduction: null,
      fields: [createQuestion('only', { shownWhen: createCondition('has') })],
    },
    {
      id: 'three',
      title: 'Three',
      introduction: null,
      fields: [
        createQuestion('start', { kind: 'date' }),
        createQuestion('price', { kind: 'money' }),
        createQuestion('count', { kind: 'number' }),
        createQuestion('phone', { kind: 'phone' }),
        createQuestion('words', { kind: 'longText' }),
      ],
    },
  ],
  documents: [
    { code: 'CONSENT', label: 'Consent', help: null, isRequired: true, shownWhen: createCondition('which') },
    { code: 'PLAN', label: 'Plan', help: null, isRequired: false, shownWhen: null },
  ],
};

const listNames = (answers: Record<string, string>) =>
  listSteps(form, answers, getSource).flatMap(({ fields }) => fields.map(({ name }) => name));

const listDocuments = (answers: Record<string, string>) =>
  listSteps(form, answers, getSource).flatMap((step) => step.documents.map(({ code }) => code));

describe('listSteps', () => {
  it('asks a question only if its condition is asked and met', () => {
    expect(listNames({})).toEqual(['has', 'start', 'price', 'count', 'phone', 'words']);
    expect(listNames({ has: 'yes' })).toContain('which');
    expect(listNames({ has: 'yes', which: 'yes' })).toContain('more');
    expect(listNames({ has: 'no', which: 'yes' })).not.toContain('more');
  });

  it('omits sections and documents without anything to ask', () => {
    expect(listSteps(form, {}, getSource).map(({ id }) => id)).toEqual([
      'one',
      'three',
      '-documents',
      '-review',
    ]);
    expect(listSteps(form, { has: 'yes' }, getSource).map(({ id }) => id)).toContain('two');
    expect(listDocuments({ has: 'no', which: 'yes' })).toEqual(['PLAN']);
    expect(listDocuments({ has: 'yes', which: 'yes' })).toHaveLength(2);
  });

  it('finds the step with a property of the contract', () => {
    const steps = listSteps(form, {}, getSource);
    const findStepId = (property: string) => findStep(steps, findFieldId(property) ?? '')?.id;
    expect(findStepId('answers.price')).toBe('three');
    expect(findStepId('documents.PLAN')).toBe('-documents');
    expect(findStepId('isDeclared')).toBe('-review');
    expect(findStepId('answers.more')).toBeUndefined();
    expect(findFieldId('revision')).toBeNull();
  });
});

describe('answers', () => {
  it('convert to stored answers and back to typed text', () => {
    const typed = {
      start: joinDateParts({ year: '2026', month: '2', day: '3' }),
      price: '$1,500',
      count: ' 1,200 ',
      phone: '(602) 555-0123',
      words: 'One  \r\n two \n',
      has: '',
    };
    const answers = getAnswers(form, typed);
    expect(answers).toEqual({
      start: '2026-02-03',
      price: '1500.00',
      count: '1200',
      phone: '+16025550123',
      words: 'One\ntwo',
    });
    expect(getTyped(form, answers)).toMatchObject({ phone: '602-555-0123', price: '1500.00' });
    expect(parseDateParts('2026-02-03')).toEqual({ year: '2026', month: '2', day: '3' });
    expect(getAnswers(form, getTyped(form, answers))).toEqual(answers);
  });

  it('stay as typed when they cannot be parsed', () => {
    expect(getAnswers(form, { price: 'about ten', count: '1.5', phone: '911' })).toEqual({
      price: 'about ten',
      count: '1.5',
      phone: '911',
    });
  });

  it('omit an incomplete or impossible date', () => {
    const part = joinDateParts({ year: '', month: '2', day: '30' });
    expect(parseDateParts(part)).toEqual({ year: '', month: '2', day: '30' });
    expect(getAnswers(form, { start: part })).toEqual({});
    expect(getAnswers(form, { start: '2026-2-30' })).toEqual({});
    expect(joinDateParts({ year: '', month: '', day: '' })).toBe('');
  });

  it('are equal when one is empty and the other missing', () => {
    expect(hasSameAnswers({ a: '1', b: '' }, { a: '1' })).toBe(true);
    expect(hasSameAnswers({ a: '1' }, { a: '2' })).toBe(false);
  });
});

it('merges changed answers into the newest ones', () => {
  const before = { a: '1', b: '1', c: '1' };
  expect(mergeAnswers({ a: '3', b: '2' }, before, { a: '2', b: '1', c: '1' })).toEqual({ a: '2', b: '2' });
  expect(hasSameAnswers(mergeAnswers({ a: '3', b: '2' }, before, { b: '1', c: '1' }), { b: '2' })).toBe(true);
});

describe('findProblem', () => {
  const expectedText = (changed: Partial<Question>, typed: string) =>
    findProblem(createQuestion('x', changed), typed, 'en')?.message ?? null;

  it.each<[Partial<Question>, string, string | null]>([
    [{}, ' ', 'Fill this in'],
    [{ isRequired: false }, '', null],
    [{ kind: 'choice' }, '', 'Choose an answer'],
    [{ kind: 'date' }, '', 'Enter a date'],
    [{ kind: 'date' }, '2026-2-30', 'Enter a real date'],
    [{ kind: 'date', isRequired: false }, '-2-', 'Enter a real date'],
    [{ kind: 'date' }, '2026-2-28', null],
    [{ kind: 'number' }, 'three', 'Enter a whole number, such as 3'],
    [{ kind: 'number', minimum: 2 }, '1', 'Enter {least} or more'],
    [{ kind: 'number', maximum: 9 }, '10', 'Enter {most} or less'],
    [{ kind: 'number', minimum: 2, maximum: 9 }, '9', null],
    [{ kind: 'money', minimum: 1 }, '0.99', 'Enter {least} or more'],
    [{ kind: 'money' }, '12.345', 'Enter an amount in US dollars, such as 1,500 or 435.67'],
    [{ kind: 'money' }, '1,500.5', null],
    [
      { kind: 'email' },
      'rosa@',
      'Enter one email address, such as name@example.com, without accents before the @',
    ],
    [{ kind: 'email' }, 'rosa@example.com', null],
    [{ kind: 'phone' }, '555', 'Enter a US phone number, such as 602-555-0123 or 602-555-0100 ext. 204'],
    [{ kind: 'phone' }, '+1 602 555 0123', null],
    [{ maxLength: 3 }, 'four', 'Use {maxLength} characters or fewer'],
  ])('%o, %j', (changed, typed, expected) => {
    expect(expectedText(changed, typed)).toBe(expected);
  });
});

it('formats answers for people', () => {
  const counties = new Map([['pima', 'Pima']]);
  const words = (changed: Partial<Question>, answer: string) =>
    formatAnswer(createQuestion('x', changed), answer, 'en', counties, getSource);
  expect(words({ kind: 'date' }, '2026-11-21')).toBe('November 21, 2026');
  expect(words({ kind: 'money' }, '1500.00')).toBe('$1,500.00');
  expect(words({ kind: 'number' }, '1200')).toBe('1,200');
  expect(words({ kind: 'yesNo' }, 'yes')).toBe('Yes');
  expect(words({ kind: 'county' }, 'pima')).toBe('Pima');
  expect(words({ kind: 'choice', choices: [{ value: 'a', label: 'First' }] }, 'a')).toBe('First');
  expect(words({ kind: 'phone' }, '+16025550123')).toBe('602-555-0123');
  expect(words({ kind: 'money' }, 'about ten')).toBe('about ten');
});
