import { parseDay } from '@/components/list/parseDay';

/** The filters of a folder, under the names that they have in the page's address. */
export const noFilters = {
  text: '',
  from: '',
  sentFrom: '',
  sentTo: '',
  unread: false,
};

export type Filters = typeof noFilters;

/** The filters that are words or days. */
export const wordFilters = ['text', 'from', 'sentFrom', 'sentTo'] as const;

/** The maximum length of a text to search for. */
export const textLimit = 100;

/** Reads the filters of a page's address; anything else in it is ignored. */
export function parseFilters(search: URLSearchParams): Filters {
  const value = (name: keyof Filters) => search.get(name)?.trim() ?? '';
  return {
    text: value('text').slice(0, textLimit),
    from: value('from').slice(0, textLimit),
    sentFrom: parseDay(value('sentFrom')),
    sentTo: parseDay(value('sentTo')),
    unread: value('unread') === 'true',
  };
}

/** Returns the filters as the search part of an address: empty, or with its question mark. */
export function getSearch(filters: Filters): string {
  const search = new URLSearchParams(getQuery(filters)).toString();
  return search && `?${search}`;
}

/** Returns the filters as the API accepts them. */
export function getQuery(filters: Filters): Record<string, string> {
  const words = wordFilters
    .map((name) => [name, filters[name].trim()] as const)
    .filter(([, value]) => value !== '');
  return { ...Object.fromEntries(words), ...(filters.unread && { unread: 'true' }) };
}

/** Returns true if there is a filter. */
export function isFiltered(filters: Filters): boolean {
  return filters.unread || wordFilters.some((name) => filters[name] !== '');
}
