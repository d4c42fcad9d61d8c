import type { AnswerOf, BodyOf } from '@/lib/api/call';
import { paths } from '@/lib/paths';
import { entityTypes, type EntityType } from '@/components/businesses/labels';
import catalogue from '../../../../shared/data/name_rules.json';

export const searchPath = '/api/businessapplications/businessnames/search';
export const checkPath = '/api/businessapplications/businessnames/searchreservation';
export const reservationsPath = '/api/businessapplications/businessnames/reservations';

export type FoundName = AnswerOf<typeof searchPath, 'get'>['items'][number];
export type NameCheck = AnswerOf<typeof checkPath, 'get'>;
export type Reason = NameCheck['reasons'][number];
export type Word = NameCheck['words'][number];
export type Rival = NameCheck['close'][number];
export type Reservation = AnswerOf<typeof reservationsPath, 'get'>['items'][number];
export type NameEntity = BodyOf<typeof reservationsPath, 'post'>['entityType'];
export type NameStatus = FoundName['status'];
export type Matched = FoundName['matched'];

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

/** The longest name that the portal takes. */
export const longestName = 200;
const longestCity = 60;

/** What is asked of the search; an empty filter lets everything through. */
export interface Wish {
  name: string;
  entityType: NameEntity | '';
  status: NameStatus | '';
  mode: Mode | '';
  /** Its name in full. */
  city: string;
}

/** The search that an address carries; a filter that does not exist is none. */
export function wishIn(search: URLSearchParams): Wish {
  const oneOf = <V extends string>(values: readonly V[], name: string) =>
    values.find((value) => value === search.get(name)) ?? '';
  return {
    name: (search.get('name') ?? '').slice(0, longestName),
    entityType: oneOf(nameEntities, 'entityType'),
    status: oneOf(nameStatuses, 'status'),
    mode: oneOf(modes, 'mode'),
    city: (search.get('city') ?? '').slice(0, longestCity),
  };
}

/** What an address or a request says of a search: what is empty is left out. */
export function queryOf(wish: Partial<Wish>): Record<string, string> {
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value.trim() !== ''));
}

/** The address of the page that checks a name. */
export function checkAddress(name: string, entityType: NameEntity | ''): string {
  const search = new URLSearchParams(queryOf({ name, entityType })).toString();
  return `${paths.decideYourName}${search && `?${search}`}`;
}

/** What a business of that type files its name as; those without a filing can have a trade name. */
export function nameEntityOf(entityType: EntityType | ''): NameEntity | '' {
  if (entityType === 'soleProprietor' || entityType === 'partnership') return 'tradeName';
  return nameEntities.find((type) => type === entityType) ?? '';
}

/** The type of business that a name's entity is, as the cost estimator knows it; null when it can be any. */
export function costEntityOf(entityType: NameEntity): EntityType | null {
  return entityTypes.find((type) => type === entityType) ?? null;
}

/** How long the state holds a name and what it takes for that, in US dollars; null where our sources do not tell. */
export interface Terms {
  days: number;
  fee: string | null;
  expeditedFee: string | null;
  source: string;
}

/** On what terms a name is held for that kind of entity; null where it is not. */
export function termsOf(entityType: NameEntity): Terms | null {
  const terms = catalogue.reservationTerms.find(({ entityTypes: types }) => types.includes(entityType));
  const rule = catalogue.rules.find(({ id }) => id === terms?.ruleId);
  return terms && rule
    ? { days: terms.days, fee: terms.fee, expeditedFee: terms.expeditedFee, source: rule.source }
    : null;
}
