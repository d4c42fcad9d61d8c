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

/** The form as it is typed. */
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
  /** Names this opening of the form, so that the same address sent twice is added once. */
  key: string;
}

/** A ZIP code as it is written on an envelope. */
export function writtenZip({ zip, zip4 }: Pick<Address, 'zip' | 'zip4'>): string {
  return zip4 ? `${zip}-${zip4}` : zip;
}

/** An empty form. */
export function newAddress(): AddressValues {
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

/** The form for an address of the book. */
export function valuesOf(address: Address): AddressValues {
  return {
    type: address.type,
    label: address.label ?? '',
    recipient: address.recipient,
    line1: address.line1,
    line2: address.line2 ?? '',
    city: address.city,
    state: address.state,
    zip: writtenZip(address),
    phone: address.phone ? formatPhoneNumber(address.phone) : '',
    key: '',
  };
}

/** The ZIP code and the four digits after it, in digits of any script; null if it has other parts. */
function zipParts(typed: string): RegExpExecArray | null {
  return /^(\p{Nd}{5})(\p{Nd}{4})?$/u.exec(removeSeparators(typed));
}

/** What can be seen to be wrong without asking the server. */
export function validateAddress(
  values: AddressValues,
  t: (message: MessageDescriptor) => string,
): FieldError<keyof AddressValues>[] {
  const errors: FieldError<keyof AddressValues>[] = [];
  const require = (field: keyof AddressValues, message: MessageDescriptor) => {
    if (!values[field].trim()) errors.push({ field, message: t(message) });
  };
  require('recipient', msg`Enter the name of the person or business`);
  require('line1', msg`Enter the street address`);
  require('city', msg`Enter the city`);
  require('state', msg`Choose the state`);
  if (!zipParts(values.zip))
    errors.push({ field: 'zip', message: t(msg`Enter a ZIP code, for example 85007 or 85007-3213`) });
  return errors;
}

/** The request that the form stands for. */
export function requestOf(values: AddressValues): AddressBody {
  const [, zip = '', zip4] = zipParts(values.zip) ?? [];
  const optional = (text: string) => text.trim() || null;
  return {
    type: values.type,
    label: optional(values.label),
    recipient: values.recipient.trim(),
    line1: values.line1.trim(),
    line2: optional(values.line2),
    city: values.city.trim(),
    state: values.state,
    zip,
    zip4: zip4 ?? null,
    country: 'US',
    phone: optional(values.phone),
  };
}

/** Returns the place of the address in the form, as it would be saved. */
export function placeOf(values: AddressValues): Place {
  const { line1, line2, city, state, zip, zip4 } = requestOf(values);
  return { line1, line2: line2 ?? '', city, state, zip: writtenZip({ zip, zip4: zip4 ?? null }) };
}

/** The field for a property of the contract. */
export function fieldOf(propertyName: string): keyof AddressValues | null {
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
