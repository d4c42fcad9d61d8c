import { dateFormat } from './formats';

/** A date without a time, such as 2026-11-01, in words; the same day everywhere. */
export function dayInWords(date: string, locale: string): string {
  return dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}

/** The same, shorter: for lists. */
export function dayInBrief(date: string, locale: string): string {
  return dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));
}

/** The month of a date and its year, in words. */
export function monthInWords(date: string, locale: string): string {
  return dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(date));
}
