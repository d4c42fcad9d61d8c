import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { FieldError } from '@/lib/forms/useAction';
import { isoDateOf, type TypedDate } from '@/components/forms/MemorableDate';
import type { ServiceDetails } from './api';

export type IdentityField = ServiceDetails['identityFields'][number];

/** What was typed, by the id of its field on the page. */
export type IdentityValues = Record<string, string | TypedDate>;

const prefix = 'identity-';
const nothing: TypedDate = { month: '', day: '', year: '' };

/** The id of a field on the page. An agency chooses the names; they must not meet other ids. */
export function fieldId(name: string): string {
  return `${prefix}${name}`;
}

/** The empty form of a service. */
export function emptyValues(fields: readonly IdentityField[]): IdentityValues {
  return Object.fromEntries(
    fields.map(({ name, format }) => [fieldId(name), format === 'date' ? nothing : '']),
  );
}

export function textIn(values: IdentityValues, name: string): string {
  const value = values[fieldId(name)];
  return typeof value === 'string' ? value : '';
}

export function dateIn(values: IdentityValues, name: string): TypedDate {
  const value = values[fieldId(name)];
  return typeof value === 'object' ? value : nothing;
}

/** What can be seen to be missing. What an agency's numbers look like the server knows. */
export function validateIdentity(
  fields: readonly IdentityField[],
  values: IdentityValues,
  t: (message: MessageDescriptor) => string,
): FieldError[] {
  return fields.flatMap(({ name, format, label, prompt }) => {
    const field = fieldId(name);
    if (format === 'date') {
      const date = dateIn(values, name);
      if (Object.values(date).every((part: string) => !part.trim())) {
        return [{ field, message: prompt }];
      }
      return isoDateOf(date) ? [] : [{ field, message: t(msg`${label} must be a real date`) }];
    }
    return textIn(values, name).trim() ? [] : [{ field, message: prompt }];
  });
}

/** What the agency is asked. */
export function identityOf(fields: readonly IdentityField[], values: IdentityValues): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ name, format }) => [
      name,
      format === 'date' ? (isoDateOf(dateIn(values, name)) ?? '') : textIn(values, name).trim(),
    ]),
  );
}

/** The field for a property of the contract; `identity` itself is about all of them. */
export function identityFieldOf(propertyName: string): string | null {
  return propertyName.startsWith('identity.') ? fieldId(propertyName.slice('identity.'.length)) : null;
}
