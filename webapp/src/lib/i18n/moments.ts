import { getDateFormat } from './formats';

/** The state's time zone, without daylight saving, which decides the day of a deadline. */
const timeZone = 'America/Phoenix';

const dayMilliseconds = 86_400_000;

const zonedTime = { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/** Formats a moment for a sentence or a card, with its time zone. */
export function formatMoment(moment: string | Date, locale: string): string {
  const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  return getDateFormat(locale, { ...day, ...zonedTime }).format(new Date(moment));
}

/** Formats a moment in a short form, for lists and logs. */
export function formatShortMoment(moment: string | Date, locale: string): string {
  return getDateFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(moment),
  );
}

/** Formats the time of day of a moment for a sentence, with its time zone. */
export function formatTime(moment: string | Date, locale: string): string {
  return getDateFormat(locale, zonedTime).format(new Date(moment));
}

/** Formats the time of day of a moment in a short form, for lists and logs. */
export function formatShortTime(moment: string | Date, locale: string): string {
  return getDateFormat(locale, { timeZone, timeStyle: 'short' }).format(new Date(moment));
}

/** Returns the calendar day of a moment in the state, as YYYY-MM-DD. */
export function getDay(moment: string | Date): string {
  return getDateFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(moment),
  );
}

/** Counts the days from today to a day such as 2026-12-04; negative for a past day. */
export function countDaysUntil(day: string, now: Date = new Date()): number {
  return Math.round((Date.parse(day) - Date.parse(getDay(now))) / dayMilliseconds);
}

/** Describes a number of days from today: "tomorrow", "in 13 days". */
export function formatDistance(days: number, locale: string): string {
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
}
