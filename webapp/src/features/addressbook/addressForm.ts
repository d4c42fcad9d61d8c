import { formatPhoneNumber } from '@/components/forms/contacts';
import { removeSeparators } from '@/components/forms/text';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Place } from '@/components/address/place';
import type { FieldError } from '@/lib/forms/useAction';
import type { Address, AddressBody } from './api';

export type AddressType = Address['type'];

export const types: readonly AddressType[] = ['home', 'mailing', 'business', 'other'];

export const typeLabels: Readonly<Record<AddressType, MessageDescriptor>> = {
  home: msg`Home`,
  mailing: msg`Mailing`,
  business: msg`Business`,
  other: msg`Other`,
};

/** The values of the form as typed. */
export interface AddressValues {
  type: AddressType;
  label: string;
  recipient: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  /** With or without the four digits after the hyphen. */
  zip: string;
  phone: string;
  /** The idempotency key of this form, so an address that is sent twice is added once. */
  key: string;
}

/** Formats a ZIP code with its four extra digits, if any. */
export function formatZip({ zip, zip4 }: Pick<Address, 'zip' | 'zip4'>): string {
  return zip4 ? `${zip}-${zip4}` : zip;
}

export function createEmptyValues(): AddressValues {
  return {
    type: 'home',
    label: '',
    recipient: '',
    line1: '',
    line2: '',
    city: '',
    state: '',
    zip: '',
    phone: '',
    key: crypto.randomUUID(),
  };
}

export function toFormValues(address: Address): AddressValues {
  return {
    type: address.type,
    label: address.label ?? '',
    recipient: address.recipient,
    line1: address.line1,
    line2: address.line2 ?? '',
    city: address.city,
    state: address.state,
    zip: formatZip(address),
    phone: address.phone ? formatPhoneNumber(address.phone) : '',
    key: '',
  };
}

/** Parses a ZIP code and its four extra digits, in digits of any script; null if it is not valid. */
function parseZip(typed: string): RegExpExecArray | null {
  return /^(\p{Nd}{5})(\p{Nd}{4})?$/u.exec(removeSeparators(typed));
}

/** Lists the errors that need no call to the server. */
export function validateAddress(
  values: AddressValues,
  t: (message: MessageDescriptor) => string,
): FieldError<keyof AddressValues>[] {
  const errors: FieldError<keyof AddressValues>[] = [];
  const requireText = (field: keyof AddressValues, message: MessageDescriptor) => {
    if (!values[field].trim()) errors.push({ field, message: t(message) });
  };
  requireText('recipient', msg`Enter the name of the person or business`);
  requireText('line1', msg`Enter the street address`);
  requireText('city', msg`Enter the city`);
  requireText('state', msg`Choose the state`);
  if (!parseZip(values.zip))
    errors.push({ field: 'zip', message: t(msg`Enter a ZIP code, for example 85007 or 85007-3213`) });
  return errors;
}

export function toRequest(values: AddressValues): AddressBody {
  const [, zip = '', zip4] = parseZip(values.zip) ?? [];
  const toOptional = (text: string) => text.trim() || null;
  return {
    type: values.type,
    label: toOptional(values.label),
    recipient: values.recipient.trim(),
    line1: values.line1.trim(),
    line2: toOptional(values.line2),
    city: values.city.trim(),
    state: values.state,
    zip,
    zip4: zip4 ?? null,
    country: 'US',
    phone: toOptional(values.phone),
  };
}

/** Returns the place part of the address as it would be saved. */
export function getPlace(values: AddressValues): Place {
  const { line1, line2, city, state, zip, zip4 } = toRequest(values);
  return { line1, line2: line2 ?? '', city, state, zip: formatZip({ zip, zip4: zip4 ?? null }) };
}

/** Returns the form field of a request property. */
export function getField(propertyName: string): keyof AddressValues | null {
  if (propertyName === 'zip4') return 'zip';
  const fields: readonly (keyof AddressValues)[] = [
    'type',
    'label',
    'recipient',
    'line1',
    'line2',
    'city',
    'state',
    'zip',
    'phone',
  ];
  return fields.find((field) => field === propertyName) ?? null;
}
