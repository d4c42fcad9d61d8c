import { useLingui } from '@lingui/react/macro';
import { amountInWords } from '@/lib/i18n/amounts';
import { dayInWords } from '@/lib/i18n/dates';
import { daysUntil, distanceInWords } from '@/lib/i18n/moments';
import type { Field, Notice } from './records';

/** Beyond this a number of days says less than the date. */
const nearDays = 60;

/** What a notice says: in a word, and in full. */
export function useNoticeWords(): (
  notice: Notice,
  fields: readonly Field[],
) => { tag: string; text: string } {
  const { t, i18n } = useLingui();
  const tags: Record<Notice['kind'], string> = {
    expired: t`Expired`,
    expiring: t`Expires soon`,
    overdue: t`Overdue`,
    due: t`Due soon`,
    unpaid: t`To pay`,
    problem: t`Problem`,
  };
  return (notice, fields) => {
    const { label, on, kind } = notice;
    const field = fields.find(({ name }) => name === notice.field);
    const parts: string[] = [];
    if (field?.kind === 'money') parts.push(amountInWords(field.value, i18n.locale));
    if (field?.kind === 'status') parts.push(field.value.label);
    if (on) {
      const days = daysUntil(on, new Date());
      const distance = Math.abs(days) <= nearDays ? distanceInWords(days, i18n.locale) : '';
      const day = dayInWords(on, i18n.locale);
      parts.push(distance ? `${day} (${distance})` : day);
    }
    return { tag: tags[kind], text: parts.length > 0 ? `${label}: ${parts.join(', ')}` : label };
  };
}
