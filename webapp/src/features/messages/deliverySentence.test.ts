import type { Messages } from '@lingui/core';
import { expect, it } from 'vitest';
import { getI18n } from '@/lib/i18n/language';
import { describeDelivery } from './deliverySentence';
import type { DeliveryStep } from './messages';

const catalogs = import.meta.glob<{ messages: Messages }>('./locales/*.po', { eager: true });

function activateLanguage(locale: 'en' | 'es'): void {
  getI18n().loadAndActivate({ locale, messages: catalogs[`./locales/${locale}.po`]?.messages ?? {} });
}

const states: DeliveryStep['state'][] = [
  'waiting',
  'sending',
  'accepted',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'unknown',
  'notSent',
];
const reasons: DeliveryStep['reason'][] = [
  'quietHours',
  'dailyDigest',
  'tryAgain',
  'preferences',
  'noAddress',
  'unverified',
  'stopped',
  'bounced',
  'complained',
  'alreadyRead',
  'noAnswer',
  'refused',
  null,
];

const formatStep = (
  channel: 'email' | 'text',
  state: DeliveryStep['state'],
  reason: DeliveryStep['reason'] = null,
) => getI18n()._(describeDelivery({ channel, sentTo: 'r•••@example.com' }, { state, reason }));

it.each([
  [
    'email',
    'waiting',
    'quietHours',
    'We keep the email to r•••@example.com until your quiet hours are over.',
  ],
  ['text', 'accepted', null, 'The telephone network accepted the text message to r•••@example.com.'],
  [
    'email',
    'bounced',
    null,
    'The email came back: we could not deliver it to r•••@example.com. Check your contact preferences.',
  ],
  [
    'email',
    'failed',
    'noAnswer',
    'The email to r•••@example.com could not be sent: the mail service did not answer.',
  ],
  ['text', 'notSent', 'noAddress', 'No text message: you have given us no number.'],
] as const)('describes the %s that is %s because of %s', (channel, state, reason, words) => {
  activateLanguage('en');
  expect(formatStep(channel, state, reason)).toBe(words);
});

it('describes every state in both languages with different texts', () => {
  const texts = new Set<string>();
  for (const locale of ['en', 'es'] as const) {
    activateLanguage(locale);
    const all = states.map((state) => formatStep('email', state));
    expect(new Set(all).size).toBe(states.length);
    for (const words of all) expect(texts.has(words)).toBe(false);
    for (const words of all) texts.add(words);
    for (const state of states)
      for (const reason of reasons)
        for (const channel of ['email', 'text'] as const)
          expect(formatStep(channel, state, reason)).toMatch(/\.$/);
  }
});
