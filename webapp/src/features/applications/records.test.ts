import { describe, expect, it } from 'vitest';
import municipalities from '../../../../shared/data/municipalities.json';
import chapters from '../../../../shared/data/navajo_chapters.json';
import zipCodes from '../../../../shared/data/zip_codes.json';
import { createQuestion } from '@/testing/questions';
import {
  getAddress,
  isSameAnswer,
  listPeople,
  listRecordProblems,
  tidyRecord,
  formatRecord,
} from './records';
import type { Answer, Question } from './api';

const createPeopleQuestion = (changes: Partial<Question>): Question =>
  createQuestion('members', { label: 'Members', kind: 'people', ...changes });

const address = { line1: '401 N 1st St', city: 'Phoenix', zip: '85004' };
const listFaultyParts = (asked: Question, typed: Answer) =>
  listRecordProblems(asked, typed).map(({ part }) => part);

describe('an address or people', () => {
  it('are tidied in one order without empty parts', () => {
    expect(tidyRecord({ zip: ' 85004', line2: '', line1: '1  Main\nSt' })).toEqual({
      line1: '1 Main St',
      zip: '85004',
    });
    expect(tidyRecord([{ address: { city: 'Yuma ' }, name: ' Ana' }, {}])).toEqual([
      { name: 'Ana', address: { city: 'Yuma' } },
      {},
    ]);
    expect(tidyRecord({ city: ' ' })).toBe('');
    expect(tidyRecord([{}, { name: '' }])).toBe('');
  });

  it('are equal in another order and with empty parts', () => {
    expect(isSameAnswer({ city: 'Yuma', zip: '85364' }, { zip: '85364', line2: '', city: 'Yuma' })).toBe(
      true,
    );
    expect(isSameAnswer([{ name: 'Ana' }], [{ name: 'Ana', address: {} }])).toBe(true);
    expect(isSameAnswer([{ name: 'Ana' }], [{ name: 'Ana' }, {}])).toBe(false);
    expect(isSameAnswer(undefined, '')).toBe(true);
  });

  it.each(['', 'free text'])('are empty in a text answer: %j', (typed) => {
    expect(getAddress(typed)).toEqual({});
    expect(listPeople(typed)).toEqual([]);
  });

  it('are formatted with roles and addresses', () => {
    const choices = [{ value: 'manager', label: 'Manager' }];
    const asked = createPeopleQuestion({ choices, hasAddress: true });
    const people = [{ name: 'Ana', role: 'manager', address }, { name: 'Sam' }];
    expect(formatRecord(asked, people)).toBe('1. Ana, Manager, 401 N 1st St, Phoenix, AZ 85004\n2. Sam');
  });
});

describe('listRecordProblems', () => {
  it.each([
    [{ line1: 'Street 12 <b>' }, '.line1'],
    [{ line1: 'P.O. Box 5' }, '.line1'],
    [{ city: 'Ana Peña 12' }, '.city'],
    [{ city: '85004 Phoenix' }, '.city'],
    [{ zip: '8500' }, '.zip'],
  ])('finds the error in an address with %o', (changed, part) => {
    const asked = createPeopleQuestion({ kind: 'address', allowsPoBox: false });
    expect(listFaultyParts(asked, address)).toEqual([]);
    expect(listFaultyParts(asked, { ...address, ...changed })).toEqual([part]);
  });

  it('accepts the name of every listed place', () => {
    const asked = createPeopleQuestion({ kind: 'address' });
    const places = [
      ...municipalities.items.map(({ name }) => name),
      ...chapters.items.flatMap(({ name, otherNames = [] }) => [name, ...otherNames]),
      ...zipCodes.items.flatMap(({ place, otherNames = [] }) => [place, ...otherNames]),
      'Oljato–Monument Valley',
      '29 Palms',
      '‘Ewa Beach',
    ];
    expect(places.filter((city) => listFaultyParts(asked, { ...address, city }).length > 0)).toEqual([]);
  });

  it('finds errors in people', () => {
    expect(
      listFaultyParts(createPeopleQuestion({ choices: [{ value: 'a', label: 'A' }] }), [{ name: 'Ana' }, {}]),
    ).toEqual(['.0.role', '.1.name', '.1.role']);
    expect(listFaultyParts(createPeopleQuestion({ minimum: 2 }), [{ name: 'Ana' }])).toEqual(['.1.name']);
    expect(listFaultyParts(createPeopleQuestion({ isRequired: false }), [])).toEqual([]);
  });
});
