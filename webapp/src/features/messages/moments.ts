import { formatShortDay } from '@/lib/i18n/dates';
import { getDay, formatShortTime } from '@/lib/i18n/moments';

/** Formats a moment for a list: the time of today, else the day. */
export function formatMoment(moment: string, locale: string, now: Date = new Date()): string {
  const day = getDay(new Date(moment));
  return day === getDay(now) ? formatShortTime(moment, locale) : formatShortDay(day, locale);
}
