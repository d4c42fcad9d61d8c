import { amountInWords } from '@/lib/i18n/amounts';
import { nearDayInWords } from '@/lib/i18n/dates';
import type { Field, Notice } from './records';

/** The sentence of a notice with amounts and dates as the language writes them. */
export function noticeSentence(
  { sentence, field: name, label: fieldLabel, on, days }: Notice,
  fields: readonly Field[],
  names: { label: string; service: string },
  locale: string,
): string {
  const field = fields.find((each) => each.name === name);
  const values: Record<string, string | undefined> = {
    ...names,
    field: fieldLabel,
    amount: field?.kind === 'money' ? amountInWords(field.value, locale) : undefined,
    status: field?.kind === 'status' ? field.value.label : undefined,
    date: on === null ? undefined : nearDayInWords(on, days ?? 0, locale),
  };
  return sentence.replace(/{(\w+)}/g, (_, key: string) => values[key] ?? '–');
}
