import { formatPhoneNumber } from '@/components/forms/contacts';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { FieldError } from '@/lib/forms/useAction';
import type { Preferences, PreferencesBody } from './api';

export type Kind = Preferences['notices'][number]['kind'];
export type Channel = Preferences['addresses'][number]['channel'];

export const channels: readonly Channel[] = ['email', 'text'];

/** A checked box of the matrix. */
export type Choice = `${Kind}:${Channel}`;

/** The values of the form as typed. */
export interface ContactValues {
  language: 'en' | 'es';
  email: string;
  text: string;
  choices: Choice[];
  emailFrequency: Preferences['emailFrequency'];
  isQuiet: boolean;
  /** Times of day such as 21:00; kept while quiet hours are off. */
  quietStart: string;
  quietEnd: string;
}

/** The default quiet hours. */
const proposedHours = { start: '21:00', end: '07:00' };

/** Formats an address for display. */
export function formatAddress(channel: Channel, address: string): string {
  return channel === 'text' ? formatPhoneNumber(address) : address;
}

/** Converts preferences to form values, with the new address of a channel if one is pending. */
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

/** Lists the errors that need no call to the server. */
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

/** Returns the form field of a request property; email is the first address of a request. */
export function getField(propertyName: string): keyof ContactValues | null {
  if (propertyName === 'language' || propertyName === 'emailFrequency') return propertyName;
  if (propertyName === 'quietHours.start') return 'quietStart';
  if (propertyName.startsWith('quietHours')) return 'quietEnd';
  if (/^addresses\.1\b/.test(propertyName)) return 'text';
  if (propertyName.startsWith('addresses')) return 'email';
  return propertyName.startsWith('notices') ? 'choices' : null;
}
