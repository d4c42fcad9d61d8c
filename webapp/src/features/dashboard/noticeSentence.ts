import { formatAmount } from '@/lib/i18n/amounts';
import { formatNearDay } from '@/lib/i18n/dates';
import { countDaysUntil } from '@/lib/i18n/moments';
import type { Field, Notice, ServiceData } from './records';

/** The sentence of a notice with amounts and dates as the language writes them. */
export function formatNotice(
  { sentence, field: name, label: fieldLabel, on, days }: Notice,
  fields: readonly Field[],
  names: { label: string; service: string },
  locale: string,
): string {
  const field = fields.find((each) => each.name === name);
  const values: Record<string, string | undefined> = {
    ...names,
    field: fieldLabel,
    amount: field?.kind === 'money' ? formatAmount(field.value, locale) : undefined,
    status: field?.kind === 'status' ? field.value.label : undefined,
    date: on === null ? undefined : formatNearDay(on, days ?? 0, locale),
  };
  return sentence.replace(/{(\w+)}/g, (_, key: string) => values[key] ?? '–');
}

/** A day of a record, with the sentence that stands for it in a calendar. */
export interface CalendarDay {
  field: string;
  day: string;
  sentence: string;
}

/** Lists the days of a record from today on; without "tomorrow", because a calendar is read on other days. */
export function listDays(
  { fields, notices }: Pick<ServiceData, 'fields' | 'notices'>,
  names: { label: string; service: string },
  locale: string,
  now?: Date,
): CalendarDay[] {
  return fields.flatMap((field) => {
    if (field.kind !== 'date' || countDaysUntil(field.value, now) < 0) return [];
    const notice = notices.find(({ on }) => on === field.value);
    const sentence = notice
      ? formatNotice({ ...notice, days: 2 }, fields, names, locale)
      : `${field.label}: ${names.label} (${names.service})`;
    return [{ field: field.name, day: field.value, sentence }];
  });
}
