import { getDateFormat } from './formats';
import { formatDistance } from './moments';

/** Formats a date without a time, such as 2026-11-01; the same day in every time zone. */
export function formatDay(date: string, locale: string): string {
  return getDateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}

/** Dates further away than this many days show their year. */
const nearDays = 180;

/** Formats the date some days from today: without its year if that is clear, and with "today" and similar words. */
export function formatNearDay(date: string, days: number, locale: string): string {
  if (Math.abs(days) > nearDays) return formatDay(date, locale);
  const day = getDateFormat(locale, { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(date),
  );
  return Math.abs(days) > 1 ? day : `${day} (${formatDistance(days, locale)})`;
}

/** Formats a date in a short form, for lists. */
export function formatShortDay(date: string, locale: string): string {
  return getDateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));
}

/** Formats the month and year of a date. */
export function formatMonth(date: string, locale: string): string {
  return getDateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(date));
}
