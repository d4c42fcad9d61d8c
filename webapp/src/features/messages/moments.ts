import { dayInBrief } from '@/lib/i18n/dates';
import { dayOf, timeInBrief } from '@/lib/i18n/moments';

/** A moment as a list shows it: the time of today, else the day. */
export function momentInBrief(moment: string, locale: string, now: Date = new Date()): string {
  const day = dayOf(new Date(moment));
  return day === dayOf(now) ? timeInBrief(moment, locale) : dayInBrief(day, locale);
}
