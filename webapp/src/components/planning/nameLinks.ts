import type { RequestBody } from '@/lib/api/call';
import { paths } from '@/lib/paths';
import type { EntityType } from '@/components/businessLabels';

/** The kinds of entity that a name can be reserved for. */
export type NameEntity = RequestBody<
  '/api/businessapplications/businessnames/reservations',
  'post'
>['entityType'];

export const nameEntities: readonly NameEntity[] = [
  'llc',
  'pllc',
  'corporation',
  'professionalCorporation',
  'nonprofit',
  'llp',
  'lp',
  'tradeName',
];

/** The longest name that the portal accepts. */
export const longestName = 200;

/** Returns the parameters without the empty ones. */
export function buildQuery(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value.trim() !== ''));
}

/** Builds the address of the page that checks a name. */
export function buildCheckAddress(name: string, entityType: NameEntity | ''): string {
  const search = new URLSearchParams(buildQuery({ name, entityType })).toString();
  return `${paths.decideYourName}${search && `?${search}`}`;
}

/** Returns the kind of entity for the name of a business; types without a filing have a trade name. */
export function getNameEntity(entityType: EntityType | ''): NameEntity | '' {
  if (entityType === 'soleProprietor' || entityType === 'partnership') return 'tradeName';
  return nameEntities.find((type) => type === entityType) ?? '';
}
