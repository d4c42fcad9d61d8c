/** A date without a time, such as 2026-11-01, in words; the same day everywhere. */
export function dayInWords(date: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}
