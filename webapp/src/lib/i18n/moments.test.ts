import { describe, expect, it } from 'vitest';
import {
  dayOf,
  daysUntil,
  distanceInWords,
  momentInBrief,
  momentInWords,
  timeInBrief,
  timeInWords,
} from './moments';

// An hour before midnight in Phoenix, when Greenwich is a day ahead.
const evening = new Date('2026-11-22T06:00:00Z');
// The narrow space before AM and PM depends on the version of ICU.
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('a moment', () => {
  it('is short in a list', () => {
    expect(plain(momentInBrief(evening, 'en'))).toBe('Nov 21, 2026, 11:00 PM');
    expect(plain(momentInBrief(evening, 'es'))).toBe('21 nov 2026, 11:00 p.m.');
    expect(plain(timeInBrief(evening, 'en'))).toBe('11:00 PM');
  });

  it('is long in a sentence, with its time zone', () => {
    expect(plain(momentInWords(evening, 'en'))).toBe('November 21, 2026 at 11:00 PM MST');
    expect(plain(momentInWords(evening, 'es'))).toBe('21 de noviembre de 2026 a las 11:00 p.m. MST');
    expect(plain(timeInWords(evening, 'en'))).toBe('11:00 PM MST');
    expect(plain(timeInWords(evening, 'es'))).toBe('11:00 p.m. MST');
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
