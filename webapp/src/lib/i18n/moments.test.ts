import { describe, expect, it } from 'vitest';
import {
  dayOf,
  daysUntil,
  deadlineInWords,
  deadlineTimeInWords,
  distanceInWords,
  momentInWords,
  timeInWords,
} from './moments';

// An hour before midnight in Phoenix, when Greenwich is a day ahead.
const evening = new Date('2026-11-22T06:00:00Z');
// The narrow space before AM and PM depends on the version of ICU.
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('a moment', () => {
  it('is written in the state’s time', () => {
    expect(plain(momentInWords(evening, 'en'))).toBe('Nov 21, 2026, 11:00 PM');
    expect(plain(momentInWords(evening, 'es'))).toBe('21 nov 2026, 23:00');
    expect(plain(timeInWords(evening, 'en'))).toBe('11:00 PM');
  });

  it('that is a deadline has its time zone', () => {
    expect(plain(deadlineInWords(evening, 'en'))).toBe('Nov 21, 2026, 11:00 PM MST');
    expect(plain(deadlineTimeInWords(evening, 'en'))).toBe('11:00 PM MST');
    expect(plain(deadlineTimeInWords(evening, 'es'))).toMatch(/^23:00 /);
  });

  it('belongs to the state’s day', () => {
    expect(dayOf(evening)).toBe('2026-11-21');
  });
});

describe('a day', () => {
  it.each([
    ['2026-11-21', 0, 'today', 'hoy'],
    ['2026-11-22', 1, 'tomorrow', 'mañana'],
    ['2026-12-04', 13, 'in 13 days', 'dentro de 13 días'],
    ['2026-11-19', -2, '2 days ago', 'anteayer'],
  ])('such as %s is %i days away', (day, days, english, spanish) => {
    expect(daysUntil(day, evening)).toBe(days);
    expect(distanceInWords(days, 'en')).toBe(english);
    expect(distanceInWords(days, 'es')).toBe(spanish);
  });
});
