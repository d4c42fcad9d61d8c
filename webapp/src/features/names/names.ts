import { generatePath } from 'react-router';
import { paths } from '@/lib/paths';
import { entityTypes, type EntityType } from '@/components/businessLabels';
import { longestName, nameEntities, type NameEntity } from '@/components/planning/nameLinks';
import { reservationTerms } from '../../../../shared/data/name_rules.json';
import type { NameStatus, SimilarName } from './api';

export const nameStatuses: readonly NameStatus[] = [
  'active',
  'reserved',
  'registered',
  'pendingAdministrativeDissolution',
  'administrativelyDissolved',
  'inactive',
  'dissolved',
  'withdrawn',
  'merged',
  'converted',
  'revoked',
  'expired',
  'cancelled',
];

export const modes = ['asYouType', 'contains', 'similar', 'soundsLike'] as const;
export type Mode = (typeof modes)[number];

const maxCityLength = 60;

/** A search for names; an empty filter matches every name. */
export interface NameQuery {
  name: string;
  entityType: NameEntity | '';
  status: NameStatus | '';
  mode: Mode | '';
  /** The full name of the city. */
  city: string;
}

/** Parses the search from a page address; unknown filter values become empty. */
export function parseNameQuery(search: URLSearchParams): NameQuery {
  const findValue = <V extends string>(values: readonly V[], name: string) =>
    values.find((value) => value === search.get(name)) ?? '';
  return {
    name: (search.get('name') ?? '').slice(0, longestName),
    entityType: findValue(nameEntities, 'entityType'),
    status: findValue(nameStatuses, 'status'),
    mode: findValue(modes, 'mode'),
    city: (search.get('city') ?? '').slice(0, maxCityLength),
  };
}

/** Builds the address of a name's page. It includes the name because the API needs it to find the id. */
export function buildCompanyAddress({ id, name }: Pick<SimilarName, 'id' | 'name'>): string {
  return `${generatePath(paths.company, { id })}?${new URLSearchParams({ name }).toString()}`;
}

/** Returns the cost estimator's entity type for a name's entity; null for a trade name, which fits every type. */
export function getCostEntity(entityType: NameEntity): EntityType | null {
  return entityTypes.find((type) => type === entityType) ?? null;
}

/** Returns the days of a reservation for a kind of entity; null when its names cannot be reserved. */
export function getReservationTerms(entityType: NameEntity): { days: number } | null {
  return reservationTerms.find(({ entityTypes: types }) => types.includes(entityType)) ?? null;
}
