import { cleanText } from '@/components/forms/text';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { FieldError } from '@/lib/forms/useAction';
import { toIsoDate, type TypedDate } from '@/components/forms/MemorableDate';
import { describeNameFault } from './nameRules';

/** The person's answers as typed. */
export interface PersonValues {
  /** True for a person with a single name, which is in `legalLastName`. */
  hasOneName: boolean;
  legalFirstName: string;
  legalLastName: string;
  preferredName: string;
  dateOfBirth: TypedDate;
  /** A county's id, or `outsideArizona`. */
  countyId: string;
}

/** The choice of people who live outside Arizona. */
export const outsideArizona = 'outside';

type Translate = (message: MessageDescriptor) => string;

const required = {
  legalFirstName: msg`Enter your legal first name, or choose “I have only one name”`,
  legalLastName: msg`Enter your legal last name`,
  countyId: msg`Choose your county, or choose “I live outside Arizona”`,
} as const;

/** Lists the errors that need no call to the server. The server alone checks the age. */
export function validatePerson(values: PersonValues, t: Translate): FieldError<keyof PersonValues>[] {
  const errors: FieldError<keyof PersonValues>[] = [];
  const requireAnswer = (field: keyof typeof required, message: MessageDescriptor = required[field]) =>
    cleanText(values[field]) === '' && errors.push({ field, message: t(message) });
  const checkName = (field: 'legalFirstName' | 'legalLastName' | 'preferredName') => {
    const message = describeNameFault(values[field], t);
    if (message) errors.push({ field, message });
  };
  if (!values.hasOneName) {
    requireAnswer('legalFirstName');
    checkName('legalFirstName');
  }
  requireAnswer('legalLastName', values.hasOneName ? msg`Enter your legal name` : undefined);
  checkName('legalLastName');
  checkName('preferredName');
  const { month, day, year } = values.dateOfBirth;
  if (!month && !day.trim() && !year.trim()) {
    errors.push({ field: 'dateOfBirth', message: t(msg`Enter your date of birth`) });
  } else {
    const date = toIsoDate(values.dateOfBirth);
    if (!date) {
      errors.push({
        field: 'dateOfBirth',
        message: t(msg`Enter a real date with a month, day, and year, for example April 28 1986`),
      });
    }
  }
  requireAnswer('countyId');
  return errors;
}

/** Converts the answers to the fields of a request. */
export function toPersonRequest(values: PersonValues) {
  return {
    legalFirstName: values.hasOneName ? null : values.legalFirstName,
    legalLastName: values.legalLastName,
    preferredName: values.preferredName.trim() || null,
    dateOfBirth: toIsoDate(values.dateOfBirth) ?? '',
    countyId: values.countyId === outsideArizona ? null : values.countyId,
  };
}
