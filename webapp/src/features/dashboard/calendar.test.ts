import { describe, expect, it } from 'vitest';
import { createNotice } from '@/testing/connections';
import { makeCalendar as makeFile } from './calendar';
import { listDays } from './noticeSentence';
import type { Field } from './records';

const names = { label: 'Wagon; plate ABC', service: 'Vehicles' };
const buildDay = (name: string, value: string): Field => ({ kind: 'date', name, label: 'Expires', value });
const noon = new Date('2026-11-28T19:00:00Z');
const buildRecord = (fields: Field[], notices = [createNotice({ on: null })].slice(1)) => ({
  identityId: 'record-1',
  fields,
  notices,
});
const makeCalendar = async (
  { identityId, ...data }: ReturnType<typeof buildRecord>,
  all: typeof names,
  language: string,
  now: Date,
) => makeFile(identityId, listDays(data, all, language, now), language, now);
const unfold = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');
const listUids = (file: string) => unfold(file).filter((line) => line.startsWith('UID:'));

describe('a calendar', () => {
  it('has an event with two reminders for a day', async () => {
    const file = await makeCalendar(buildRecord([buildDay('expires', '2026-12-24')]), names, 'en', noon);
    const [uid] = listUids(file);
    expect(uid).toMatch(/^UID:[0-9a-f]{32}$/);
    expect(file).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Saguaro//Dates of a record//EN',
        'BEGIN:VEVENT',
        uid,
        'DTSTAMP:20261128T190000Z',
        'DTSTART;VALUE=DATE:20261224',
        String.raw`SUMMARY;LANGUAGE=en:Expires: Wagon\; plate ABC (Vehicles)`,
        'TRANSP:TRANSPARENT',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        String.raw`DESCRIPTION:Expires: Wagon\; plate ABC (Vehicles)`,
        'TRIGGER:-P6DT15H',
        'END:VALARM',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        String.raw`DESCRIPTION:Expires: Wagon\; plate ABC (Vehicles)`,
        'TRIGGER:-PT15H',
        'END:VALARM',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  it.each([
    ['2026-12-06', ['-P6DT15H', '-PT15H']],
    ['2026-12-05', ['-PT15H']],
    ['2026-11-30', ['-PT15H']],
    ['2026-11-29', []],
    ['2026-11-28', []],
  ])('has no reminder for a moment that may be over, for %s', async (due, triggers) => {
    const file = await makeCalendar(buildRecord([buildDay('due', due)]), names, 'en', noon);
    const lines = unfold(file).filter((line) => line.startsWith('TRIGGER:'));
    expect(lines).toEqual(triggers.map((trigger) => `TRIGGER:${trigger}`));
  });

  it('has the sentence of a notice, without words for how far away the day is', async () => {
    const due = createNotice({ on: '2026-11-29', days: 1, sentence: 'Renew by {date},\nplease.' });
    const file = await makeCalendar(buildRecord([buildDay('due', '2026-11-29')], [due]), names, 'en', noon);
    expect(unfold(file)).toContain(String.raw`SUMMARY;LANGUAGE=en:Renew by November 29\,\nplease.`);
  });

  it('has the same id for the same day of a record, and another one for another day', async () => {
    const make = (value: string, now = noon) =>
      makeCalendar(buildRecord([buildDay('due', value)]), names, 'en', now);
    const first = listUids(await make('2026-12-04'));
    expect(listUids(await make('2026-12-04', new Date('2026-11-30T00:00:00Z')))).toEqual(first);
    expect(listUids(await make('2026-12-05'))).not.toEqual(first);
  });

  it.each([
    ['2026-11-29T06:59:00Z', 1],
    ['2026-11-29T07:01:00Z', 0],
  ])('has today and not yesterday, by Arizona time: %s', async (now, count) => {
    const file = await makeCalendar(buildRecord([buildDay('due', '2026-11-28')]), names, 'en', new Date(now));
    expect(listUids(file)).toHaveLength(count);
  });

  it('folds lines at 75 octets without breaking a character', async () => {
    const label = 'ñ🌵'.repeat(50);
    const file = await makeCalendar(
      buildRecord([buildDay('due', '2026-12-04')]),
      { ...names, label },
      'es',
      noon,
    );
    const lines = file.split('\r\n');
    expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75);
    expect(unfold(file)).toContain(`SUMMARY;LANGUAGE=es:Expires: ${label} (Vehicles)`);
  });
});
