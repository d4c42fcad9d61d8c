import { describe, expect, it } from 'vitest';
import { formatAmount, formatCents, formatDifference } from './amounts';

describe('an amount', () => {
  it.each([
    ['en', '1435.67', '$1,435.67'],
    ['es', '1435.67', '$1,435.67'],
    ['en', '-32.00', '-$32.00'],
    ['es', '0.00', '$0.00'],
  ])('in %s of %s is %s', (locale, amount, words) => {
    expect(formatAmount({ amount, currency: 'USD' }, locale)).toBe(words);
  });
});

describe('cents', () => {
  it.each([
    ['en', 5000, '$50'],
    ['es', 2340280, '$23,402.80'],
    ['en', 0, '$0'],
  ])('in %s of %i are %s', (locale, cents, words) => {
    expect(formatCents(cents, locale)).toBe(words);
  });
});

describe('a difference', () => {
  it.each([
    ['en', 3500, '+$35'],
    ['es', -12050, '-$120.50'],
    ['en', 0, '$0'],
  ])('in %s of %i cents is %s', (locale, cents, words) => {
    expect(formatDifference(cents, locale)).toBe(words);
  });
});
