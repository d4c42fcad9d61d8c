import { describe, expect, it } from 'vitest';
import {
  getDay,
  countDaysUntil,
  formatDistance,
  formatShortMoment,
  formatMoment,
  formatShortTime,
  formatTime,
} from './moments';

// An hour before midnight in Phoenix, when UTC is a day ahead.
const evening = new Date('2026-11-22T06:00:00Z');
// The narrow space before AM and PM depends on the version of ICU.
const normalizeSpaces = (text: string) => text.replaceAll(/\s/g, ' ');

describe('a moment', () => {
  it('is short in a list', () => {
    expect(normalizeSpaces(formatShortMoment(evening, 'en'))).toBe('Nov 21, 2026, 11:00 PM');
    expect(normalizeSpaces(formatShortMoment(evening, 'es'))).toBe('21 nov 2026, 11:00 p.m.');
    expect(normalizeSpaces(formatShortTime(evening, 'en'))).toBe('11:00 PM');
  });

  it('is long in a sentence, with its time zone', () => {
    expect(normalizeSpaces(formatMoment(evening, 'en'))).toBe('November 21, 2026 at 11:00 PM MST');
    expect(normalizeSpaces(formatMoment(evening, 'es'))).toBe('21 de noviembre de 2026 a las 11:00 p.m. MST');
    expect(normalizeSpaces(formatTime(evening, 'en'))).toBe('11:00 PM MST');
    expect(normalizeSpaces(formatTime(evening, 'es'))).toBe('11:00 p.m. MST');
  });

  it('has the day of the state’s time zone', () => {
    expect(getDay(evening)).toBe('2026-11-21');
  });
});

describe('a day', () => {
  it.each([
    ['2026-11-21', 0, 'today', 'hoy'],
    ['2026-11-22', 1, 'tomorrow', 'mañana'],
    ['2026-12-04', 13, 'in 13 days', 'dentro de 13 días'],
    ['2026-11-19', -2, '2 days ago', 'anteayer'],
  ])('such as %s is %i days away', (day, days, english, spanish) => {
    expect(countDaysUntil(day, evening)).toBe(days);
    expect(formatDistance(days, 'en')).toBe(english);
    expect(formatDistance(days, 'es')).toBe(spanish);
  });
});
