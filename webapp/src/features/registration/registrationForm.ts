import { toPersonRequest, type PersonValues } from '@/components/person/personForm';
import type { RegistrationBody } from './api';

/** The values of the form as typed. */
export interface RegistrationValues extends PersonValues {
  language: 'en' | 'es';
}

export function toRequest(values: RegistrationValues): RegistrationBody {
  return { ...toPersonRequest(values), language: values.language };
}
