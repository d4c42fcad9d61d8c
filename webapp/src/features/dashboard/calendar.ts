import { showToast } from '@/components/toasts/toasts';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { countDaysUntil } from '@/lib/i18n/moments';
import { saveFile } from '@/lib/saveFile';
import type { CalendarDay } from './noticeSentence';

const filename = 'saguaro.ics';
const lineBreak = '\r\n';
const maxLineBytes = 75;

/** Seven days and one day before, at nine in the morning: the day itself begins at midnight. */
const reminders = [
  { daysBefore: 7, trigger: '-P6DT15H' },
  { daysBefore: 1, trigger: '-PT15H' },
];

/** Escapes a text (RFC 5545, 3.3.11). */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r\n|\r|\n/g, String.raw`\n`);
}

/** Folds a line after at most 75 octets, never within a character (RFC 5545, 3.1). */
function foldLine(line: string): string {
  let folded = '';
  let size = 0;
  for (const character of line) {
    const octets = new TextEncoder().encode(character).length;
    if (size + octets > maxLineBytes) {
      folded += `${lineBreak} `;
      size = 1;
    }
    folded += character;
    size += octets;
  }
  return folded;
}

/** Returns the same id for the same field and day of a record; the record cannot be told from it. */
async function getUid(...parts: string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(parts.join(' ')));
  return Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Makes an iCalendar file (RFC 5545) of days of a record, each with those reminders whose day is still to come. */
export async function makeCalendar(
  identityId: string,
  days: readonly CalendarDay[],
  language: string,
  now: Date,
): Promise<string> {
  const made = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const events = days.map(async ({ field, day, sentence }) => {
    const text = escapeText(sentence);
    return [
      'BEGIN:VEVENT',
      `UID:${await getUid(identityId, field, day)}`,
      `DTSTAMP:${made}`,
      `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      `SUMMARY;LANGUAGE=${language}:${text}`,
      'TRANSP:TRANSPARENT',
      ...reminders
        .filter(({ daysBefore }) => countDaysUntil(day, now) > daysBefore)
        .flatMap(({ trigger }) => [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `DESCRIPTION:${text}`,
          `TRIGGER:${trigger}`,
          'END:VALARM',
        ]),
      'END:VEVENT',
    ];
  });
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Saguaro//Dates of a record//EN',
    ...(await Promise.all(events)).flat(),
    'END:VCALENDAR',
    '',
  ]
    .map(foldLine)
    .join(lineBreak);
}

/** Saves days of a record as a file for a calendar. */
export async function saveCalendar(
  identityId: string,
  days: readonly CalendarDay[],
  i18n: I18n,
): Promise<void> {
  saveFile(await makeCalendar(identityId, days, i18n.locale, new Date()), 'text/calendar', filename);
  showToast(i18n._(msg`The file ${filename} is in your downloads.`));
}
