import { getDateFormat } from './formats';
import { formatDistance } from './moments';

/** A date without a time, such as 2026-11-01, in words; the same day everywhere. */
export function formatDay(date: string, locale: string): string {
  return getDateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}

/** Days from today after which a date needs its year. */
const nearDays = 180;

/** A date so many days from today: without its year where that is clear, and with "today" and the like. */
export function formatNearDay(date: string, days: number, locale: string): string {
  if (Math.abs(days) > nearDays) return formatDay(date, locale);
  const day = getDateFormat(locale, { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(date),
  );
  return Math.abs(days) > 1 ? day : `${day} (${formatDistance(days, locale)})`;
}

/** A date in words, shorter: for lists. */
export function formatShortDay(date: string, locale: string): string {
  return getDateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));
}

/** The month of a date and its year, in words. */
export function formatMonth(date: string, locale: string): string {
  return getDateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(date));
}
