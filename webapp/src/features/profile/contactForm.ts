import { formatPhoneNumber } from '@/components/forms/contacts';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { FieldError } from '@/lib/forms/useAction';
import type { Preferences, PreferencesBody } from './api';

export type Kind = Preferences['notices'][number]['kind'];
export type Channel = Preferences['addresses'][number]['channel'];

export const channels: readonly Channel[] = ['email', 'text'];

/** A choice of the matrix as it stands in the form's values. */
export type Choice = `${Kind}:${Channel}`;

/** The form as it is typed. */
export interface ContactValues {
  language: 'en' | 'es';
  email: string;
  text: string;
  choices: Choice[];
  emailFrequency: Preferences['emailFrequency'];
  isQuiet: boolean;
  /** Times of day as 21:00; kept while there are no quiet hours. */
  quietStart: string;
  quietEnd: string;
}

/** What is proposed to whoever wants quiet hours. */
const proposedHours = { start: '21:00', end: '07:00' };

/** An address as people write it. */
export function formatAddress(channel: Channel, address: string): string {
  return channel === 'text' ? formatPhoneNumber(address) : address;
}

/** The form for what the server has: of the addresses of a channel, the one that is wanted. */
export function toFormValues(preferences: Preferences): ContactValues {
  const getAddress = (channel: Channel) =>
    [...preferences.changes, ...preferences.addresses].find((entry) => entry.channel === channel)?.address ??
    '';
  const { start, end } = preferences.quietHours ?? proposedHours;
  return {
    language: preferences.language,
    email: getAddress('email'),
    text: formatPhoneNumber(getAddress('text')),
    choices: preferences.notices.flatMap(({ kind, channels: chosen }) =>
      chosen.map((channel): Choice => `${kind}:${channel}`),
    ),
    emailFrequency: preferences.emailFrequency,
    isQuiet: preferences.quietHours !== null,
    quietStart: start,
    quietEnd: end,
  };
}

/** What can be seen to be wrong without asking the server. */
export function validateContact(
  values: ContactValues,
  t: (message: MessageDescriptor) => string,
): FieldError<keyof ContactValues>[] {
  const errors: FieldError<keyof ContactValues>[] = [];
  if (!values.email.trim()) errors.push({ field: 'email', message: t(msg`Enter your email address`) });
  if (!values.text.trim() && values.choices.some((choice) => choice.endsWith(':text'))) {
    errors.push({ field: 'text', message: t(msg`Enter your mobile number, or choose no text messages`) });
  }
  if (values.isQuiet) errors.push(...validateHours(values, t));
  return errors;
}

function validateHours(
  { quietStart, quietEnd }: ContactValues,
  t: (message: MessageDescriptor) => string,
): FieldError<keyof ContactValues>[] {
  const errors: FieldError<keyof ContactValues>[] = [];
  if (!quietStart) errors.push({ field: 'quietStart', message: t(msg`Enter when your quiet hours start`) });
  if (!quietEnd) errors.push({ field: 'quietEnd', message: t(msg`Enter when your quiet hours end`) });
  if (quietStart && quietStart === quietEnd) {
    errors.push({ field: 'quietEnd', message: t(msg`Enter an end time that differs from the start time`) });
  }
  return errors;
}

/** The request that the form stands for. */
export function toRequest(values: ContactValues, kinds: readonly Kind[]): PreferencesBody {
  const typed = [
    { channel: 'email' as const, address: values.email.trim() },
    { channel: 'text' as const, address: values.text.trim() },
  ];
  return {
    language: values.language,
    addresses: typed.filter(({ address }) => address !== ''),
    notices: kinds.map((kind) => ({
      kind,
      channels: channels.filter((channel) => values.choices.includes(`${kind}:${channel}`)),
    })),
    emailFrequency: values.emailFrequency,
    quietHours: values.isQuiet ? { start: values.quietStart, end: values.quietEnd } : null,
  };
}

/** The field for a property of the contract; addresses are sent email first. */
export function getField(propertyName: string): keyof ContactValues | null {
  if (propertyName === 'language' || propertyName === 'emailFrequency') return propertyName;
  if (propertyName === 'quietHours.start') return 'quietStart';
  if (propertyName.startsWith('quietHours')) return 'quietEnd';
  if (/^addresses\.1\b/.test(propertyName)) return 'text';
  if (propertyName.startsWith('addresses')) return 'email';
  return propertyName.startsWith('notices') ? 'choices' : null;
}
