import { describe, expect, it } from 'vitest';
import { parseCents, formatDollars } from './money';
import { parseAnswers, parseFigures, createEstimateRequest, parseQuery } from './estimate';
import { listOpeningCosts, sumCosts, sumFirstYear } from './totals';
import type { Line } from './api';

const search =
  'agentCountyId=maricopa&averageMonthlyWage=320050&businessCountyId=pima&contractorClass=generalDual' +
  '&categoryId=11&date=2026-11-21&employees=2&entityType=llc&expedite=sameDay&figures=fix%3A250000%2Cutil%3A0' +
  '&funding=900000&hasOwnStatutoryAgent=false&locations=3&monthsOfCash=6&municipalityId=tucson&premises=rented' +
  '&reserveName=true&sector=2381&sellsTaxable=true&servesAlcohol=true&servesFood=true&tradeName=true&check=abc';

describe('an address', () => {
  it('without an estimate has no parameters', () => {
    expect(parseQuery(new URLSearchParams(''))).toBeNull();
    expect(parseQuery(new URLSearchParams('utm_source=mail'))).toBeNull();
  });

  it('keeps only the parameters of an estimate, unchanged', () => {
    const query = parseQuery(new URLSearchParams('employees=-1&utm_source=mail&check=x'));
    expect(query).toEqual({ employees: '-1', check: 'x' });
  });

  it('gives the same request again', () => {
    const query = parseQuery(new URLSearchParams(search)) ?? {};
    expect(createEstimateRequest(parseAnswers(query, '2026-12-01'), parseFigures(query), true)).toEqual({
      entityType: 'llc',
      businessCountyId: 'pima',
      agentCountyId: 'maricopa',
      inMunicipality: true,
      municipalityId: null,
      sector: '2381',
      categoryId: '11',
      employees: 2,
      averageMonthlyWage: 320050,
      sellsTaxable: true,
      locations: 3,
      expedite: 'sameDay',
      reserveName: true,
      tradeName: true,
      premises: 'rented',
      servesAlcohol: true,
      servesFood: true,
      contractorClass: 'generalDual',
      hasOwnStatutoryAgent: false,
      monthsOfCash: 6,
      funding: 900000,
      figures: { fix: 250000, util: 0 },
      date: '2026-11-21',
    });
  });

  it('with the date of today gives an empty date', () => {
    expect(parseAnswers({ date: '2026-11-21' }, '2026-11-21').date).toBe('');
  });
});

describe('a request', () => {
  const answers = parseAnswers(parseQuery(new URLSearchParams(search)) ?? {}, '2026-12-01');

  it('without an agent has no agent county', () => {
    const plan = createEstimateRequest({ ...answers, entityType: 'soleProprietor' }, {}, false);
    expect(plan).toMatchObject({ agentCountyId: null, hasOwnStatutoryAgent: null, contractorClass: null });
  });

  it('counts wages only when they are switched on', () => {
    expect(answers.includesWages).toBe(true);
    const plan = createEstimateRequest({ ...answers, includesWages: false }, {}, false);
    expect(plan).toMatchObject({ employees: 2, averageMonthlyWage: 0 });
    expect(parseAnswers({ employees: '2', averageMonthlyWage: '0' }, '')).toMatchObject({
      includesWages: false,
      averageMonthlyWage: '',
    });
  });

  it('without employees or sales has no wage and one location', () => {
    const plan = createEstimateRequest({ ...answers, employees: '0', sellsTaxable: false }, {}, false);
    expect(plan).toMatchObject({ averageMonthlyWage: 0, locations: 1 });
  });
});

describe('dollars', () => {
  it.each([
    ['1500', 150000],
    ['$1,500.50', 150050],
    [' 0 ', 0],
    ['12.5', 1250],
    ['19.99', 1999],
  ])('%s are %i cents', (typed, cents) => {
    expect(parseCents(typed)).toBe(cents);
    expect(parseCents(formatDollars(cents))).toBe(cents);
  });

  it.each(['', '-5', 'a lot', '1.234', '1,50', '12345678901'])('are not in "%s"', (typed) => {
    expect(parseCents(typed)).toBeNull();
  });
});

const line = (group: string, fallsDue: Line['fallsDue'], typical: number | null, isGovernmentFee = false) =>
  ({
    label: `${group} ${typical}`,
    group,
    fallsDue,
    isGovernmentFee,
    low: typical,
    typical,
    high: typical,
  }) as Line;

describe('the first year', () => {
  it('counts twelve months, and a license of several years once', () => {
    const costs = sumFirstYear([
      line('state-filing', 'opening', 5000, true),
      line('professional-licence', 'opening', 1000, true),
      line('insurance', 'monthly', 5000),
      line('insurance', 'yearly', 700),
      line('premises', 'monthly', null),
      line('federal', 'opening', 0, true),
    ]);
    expect(costs).toEqual([
      { kind: 'insurance', cents: 60700 },
      { kind: 'government', cents: 6000 },
    ]);
  });

  it('has payroll taxes with the people, and services in the rest', () => {
    const costs = sumFirstYear([
      line('employer', 'yearly', 300, true),
      line('payroll', 'monthly', 100),
      line('equipment', 'opening', 60),
      line('inventory', 'opening', 40),
      line('state-filing', 'opening', 50),
      line('finance', 'opening', 20),
    ]);
    expect(costs).toEqual([
      { kind: 'people', cents: 1500 },
      { kind: 'equipment', cents: 100 },
      { kind: 'other', cents: 70 },
    ]);
  });
});

describe('the costs to open', () => {
  it('are listed by how sure they are, greatest first, without free ones', () => {
    const fee = (cents: number | null, status: Line['status']) => ({
      ...line('local', 'opening', cents, true),
      label: `${status} ${cents}`,
      status,
    });
    const all = listOpeningCosts([
      fee(1, 'confirmed'),
      fee(0, 'free'),
      fee(5, 'own'),
      fee(3, 'notConfirmed'),
      fee(null, 'unknown'),
      line('local', 'monthly', 99, true),
      line('premises', 'opening', 7),
      line('premises', 'opening', null),
    ]);
    expect(all.required.map(({ range }) => range.high)).toEqual([5, 1]);
    expect(all.notConfirmed.map(({ range }) => range.high)).toEqual([3]);
    expect(all.unknown).toEqual(['unknown null']);
    expect(all.others.map(({ range }) => range.high)).toEqual([7]);
    expect(sumCosts(all.required)).toEqual({ low: 6, typical: 6, high: 6 });
  });
});
