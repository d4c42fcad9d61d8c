import { expect, it } from 'vitest';
import { toIsoDate } from './MemorableDate';

it.each([
  ['4', '28', '1986', '1986-04-28'],
  ['12', '1', '2000', '2000-12-01'],
  ['2', '29', '2024', '2024-02-29'],
  ['2', '29', '2023', null],
  ['4', '31', '1986', null],
  ['', '1', '1986', null],
  ['4', 'x', '1986', null],
  ['4', '28', '86', null],
  ['4', '0', '1986', null],
])('month %s, day %s, year %s is %s', (month, day, year, date) => {
  expect(toIsoDate({ month, day, year })).toBe(date);
});
