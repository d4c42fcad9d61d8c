import { dayInBrief } from '@/lib/i18n/dates';
import { dayOf, timeInBrief } from '@/lib/i18n/moments';

/** Formats a moment for a list: the time of today, else the day. */
export function formatMoment(moment: string, locale: string, now: Date = new Date()): string {
  const day = dayOf(new Date(moment));
  return day === dayOf(now) ? timeInBrief(moment, locale) : dayInBrief(day, locale);
}
