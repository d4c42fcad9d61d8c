import { dateFormat } from './formats';

/** The state's time: no daylight saving, and the day that a deadline of the state means. */
const timeZone = 'America/Phoenix';

const dayLength = 86_400_000;

const zonedTime = { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/** A moment in a sentence or on a card, with its time zone. */
export function momentInWords(moment: string | Date, locale: string): string {
  const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  return dateFormat(locale, { ...day, ...zonedTime }).format(new Date(moment));
}

/** A moment, shorter: for lists and logs. */
export function momentInBrief(moment: string | Date, locale: string): string {
  return dateFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment));
}

/** The time of day of a moment in a sentence, with its time zone. */
export function timeInWords(moment: string | Date, locale: string): string {
  return dateFormat(locale, zonedTime).format(new Date(moment));
}

/** The time of day of a moment, shorter: for lists and logs. */
export function timeInBrief(moment: string | Date, locale: string): string {
  return dateFormat(locale, { timeZone, timeStyle: 'short' }).format(new Date(moment));
}

/** The calendar day of a moment where the state is, as YYYY-MM-DD. */
export function dayOf(moment: string | Date): string {
  return dateFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(moment),
  );
}

/** How many days after today a day such as 2026-12-04 is; negative when it has passed. */
export function daysUntil(day: string, now: Date = new Date()): number {
  return Math.round((Date.parse(day) - Date.parse(dayOf(now))) / dayLength);
}

/** The same in words: "tomorrow", "in 13 days". */
export function distanceInWords(days: number, locale: string): string {
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
}
