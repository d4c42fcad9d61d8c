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

/** The filters by their names in the page address; empty if not set. */
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

/** The maximum length of a text search in the API. */
export const maxTextLength = 100;

/** The query parameter of each filter in the API. */
const parameterNames: Readonly<Record<keyof Filters, string>> = {
  agency: 'agencyId',
  service: 'agencyServiceId',
  type: 'type',
  status: 'status',
  from: 'from',
  to: 'to',
  text: 'text',
};

/** Parses the filters from a page address and ignores invalid ones, so old links still open. */
export function parseFilters(search: URLSearchParams): Filters {
  const getValue = (name: keyof Filters) => search.get(name)?.trim() ?? '';
  const parseId = (name: 'agency' | 'service') =>
    /^[a-z0-9-]{1,60}$/.test(getValue(name)) ? getValue(name) : '';
  return {
    agency: parseId('agency'),
    service: parseId('service'),
    type: types.find((type) => type === getValue('type')) ?? '',
    status: statuses.find((status) => status === getValue('status')) ?? '',
    from: parseDay(getValue('from')),
    to: parseDay(getValue('to')),
    text: getValue('text').slice(0, maxTextLength),
  };
}

function toParameters(filters: Filters, getName: (name: keyof Filters) => string): Record<string, string> {
  return Object.fromEntries(
    filterNames.map((name) => [getName(name), filters[name].trim()]).filter(([, value]) => value !== ''),
  ) as Record<string, string>;
}

/** Builds the query string of a page address, with its question mark; empty without filters. */
export function buildSearch(filters: Filters): string {
  const search = new URLSearchParams(toParameters(filters, (name) => name)).toString();
  return search && `?${search}`;
}

/** Builds the query of an API call. */
export function buildQuery(filters: Filters): Record<string, string> {
  return toParameters(filters, (name) => parameterNames[name]);
}

export function isFiltered(filters: Filters): boolean {
  return filterNames.some((name) => filters[name] !== '');
}
