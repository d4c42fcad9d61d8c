import { parseDay } from '@/components/list/parseDay';
import type { Transaction } from './api';

export type TransactionType = Transaction['type'];
export type TransactionStatus = Transaction['status'];

export const types: readonly TransactionType[] = ['payment', 'renewal', 'filing', 'change', 'document'];
export const statuses: readonly TransactionStatus[] = [
  'pending',
  'completed',
  'failed',
  'refunded',
  'cancelled',
];

/** The filters under the names that they have in the page's address; each is empty when it is not set. */
export interface Filters {
  agency: string;
  service: string;
  type: TransactionType | '';
  status: TransactionStatus | '';
  from: string;
  to: string;
  text: string;
}

export const noFilters: Filters = {
  agency: '',
  service: '',
  type: '',
  status: '',
  from: '',
  to: '',
  text: '',
};

export const filterNames = Object.keys(noFilters) as (keyof Filters)[];

/** The longest text that the portal searches for. */
export const textLimit = 100;

/** What the portal calls each filter. */
const parameterNames: Readonly<Record<keyof Filters, string>> = {
  agency: 'agencyId',
  service: 'agencyServiceId',
  type: 'type',
  status: 'status',
  from: 'from',
  to: 'to',
  text: 'text',
};

/** The filters in a page's address; what is none counts for nothing, so that an old or mistyped address still opens. */
export function filtersIn(search: URLSearchParams): Filters {
  const value = (name: keyof Filters) => search.get(name)?.trim() ?? '';
  const idIn = (name: 'agency' | 'service') => (/^[a-z0-9-]{1,60}$/.test(value(name)) ? value(name) : '');
  return {
    agency: idIn('agency'),
    service: idIn('service'),
    type: types.find((type) => type === value('type')) ?? '',
    status: statuses.find((status) => status === value('status')) ?? '',
    from: parseDay(value('from')),
    to: parseDay(value('to')),
    text: value('text').slice(0, textLimit),
  };
}

function namedAs(filters: Filters, nameOf: (name: keyof Filters) => string): Record<string, string> {
  return Object.fromEntries(
    filterNames.map((name) => [nameOf(name), filters[name].trim()]).filter(([, value]) => value !== ''),
  ) as Record<string, string>;
}

/** The filters as the search part of an address: empty, or with its question mark. */
export function searchOf(filters: Filters): string {
  const search = new URLSearchParams(namedAs(filters, (name) => name)).toString();
  return search && `?${search}`;
}

/** The filters as the portal takes them. */
export function queryOf(filters: Filters): Record<string, string> {
  return namedAs(filters, (name) => parameterNames[name]);
}

/** Whether anything is filtered. */
export function isFiltered(filters: Filters): boolean {
  return filterNames.some((name) => filters[name] !== '');
}
