import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { FieldError } from '@/lib/forms/useAction';
import { toIsoDate, type TypedDate } from '@/components/forms/MemorableDate';
import type { ServiceDetails } from './api';

export type IdentityField = ServiceDetails['identityFields'][number];

/** The typed values, by the id of the field on the page. */
export type IdentityValues = Record<string, string | TypedDate>;

const prefix = 'identity-';
const emptyDate: TypedDate = { month: '', day: '', year: '' };

/** Returns the id of a field on the page. An agency chooses the names, which must not equal other ids. */
export function buildFieldId(name: string): string {
  return `${prefix}${name}`;
}

/** The empty form of a service. */
export function createEmptyValues(fields: readonly IdentityField[]): IdentityValues {
  return Object.fromEntries(
    fields.map(({ name, format }) => [buildFieldId(name), format === 'date' ? emptyDate : '']),
  );
}

export function getText(values: IdentityValues, name: string): string {
  const value = values[buildFieldId(name)];
  return typeof value === 'string' ? value : '';
}

export function getDate(values: IdentityValues, name: string): TypedDate {
  const value = values[buildFieldId(name)];
  return typeof value === 'object' ? value : emptyDate;
}

/** Lists the errors of missing values. The server checks the format of an agency's numbers. */
export function validateIdentity(
  fields: readonly IdentityField[],
  values: IdentityValues,
  t: (message: MessageDescriptor) => string,
): FieldError[] {
  return fields.flatMap(({ name, format, label, prompt }) => {
    const field = buildFieldId(name);
    if (format === 'date') {
      const date = getDate(values, name);
      if (Object.values(date).every((part: string) => !part.trim())) {
        return [{ field, message: prompt }];
      }
      return toIsoDate(date) ? [] : [{ field, message: t(msg`${label} must be a real date`) }];
    }
    return getText(values, name).trim() ? [] : [{ field, message: prompt }];
  });
}

/** Builds the identity to send to the agency. */
export function buildIdentity(
  fields: readonly IdentityField[],
  values: IdentityValues,
): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ name, format }) => [
      name,
      format === 'date' ? (toIsoDate(getDate(values, name)) ?? '') : getText(values, name).trim(),
    ]),
  );
}

/** Returns the field for a property of the contract; `identity` itself belongs to the whole form. */
export function getIdentityFieldId(propertyName: string): string | null {
  return propertyName.startsWith('identity.') ? buildFieldId(propertyName.slice('identity.'.length)) : null;
}
