import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { FieldError } from '@/lib/forms/useAction';
import { entityTypes, type EntityType, type Role } from '@/components/businessLabels';
import type { PlannedBusiness } from '@/components/businesses/usePlannedBusiness';

export const longestName = 200;

/** The rights of each role. */
export const roleDescriptions: Readonly<Record<Role, MessageDescriptor>> = {
  owner: msg`Can do everything: invite and remove people, change roles, file applications, and remove the business.`,
  manager: msg`Can file applications, answer agencies, and change the business details.`,
  viewer: msg`Can view the business and its applications, but can’t change anything.`,
};

/** The form of a business as it is typed. */
export interface BusinessValues {
  name: string;
  entityType: EntityType | '';
  countyId: string;
  /** Names this opening of the form, so that the same business sent twice is added once. */
  key: string;
}

const findEntityType = (text: unknown): EntityType | '' => entityTypes.find((type) => type === text) ?? '';

/** Returns the first values of the form: those in the address, else those of the plan. */
export function createBusinessValues(
  search: URLSearchParams,
  planned: PlannedBusiness | null,
): BusinessValues {
  return {
    name: (search.get('name') ?? planned?.name ?? '').slice(0, longestName),
    entityType: findEntityType(search.get('entityType') ?? planned?.entityType),
    countyId: planned?.countyId ?? '',
    key: crypto.randomUUID(),
  };
}

/** Returns the faults that the portal need not be asked about. */
export function validateBusiness(
  { countyId, entityType, name }: BusinessValues,
  t: (message: MessageDescriptor) => string,
): FieldError<keyof BusinessValues>[] {
  const errors: FieldError<keyof BusinessValues>[] = [];
  if (!name.trim()) errors.push({ field: 'name', message: t(msg`Enter the name of the business`) });
  if (!entityType) errors.push({ field: 'entityType', message: t(msg`Choose the business structure`) });
  if (!countyId) errors.push({ field: 'countyId', message: t(msg`Choose the county`) });
  return errors;
}
