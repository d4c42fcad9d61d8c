import { parseDay } from '@/components/list/parseDay';

/** The filters of a folder, under the names that they have in the page's address. */
export interface Filters {
  text: string;
  from: string;
  sentFrom: string;
  sentTo: string;
  unread: boolean;
}

export const noFilters: Filters = {
  text: '',
  from: '',
  sentFrom: '',
  sentTo: '',
  unread: false,
};

/** The filters that are words or days. */
export const wordFilters = ['text', 'from', 'sentFrom', 'sentTo'] as const;

/** The longest text that the portal searches for. */
export const textLimit = 100;

/** The filters in a page's address; what is none counts for nothing, so that an old or mistyped address still opens. */
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

/** The filters as the search part of an address: empty, or with its question mark. */
export function getSearch(filters: Filters): string {
  const search = new URLSearchParams(getQuery(filters)).toString();
  return search && `?${search}`;
}

/** The filters as the portal takes them. */
export function getQuery(filters: Filters): Record<string, string> {
  const words = wordFilters
    .map((name) => [name, filters[name].trim()] as const)
    .filter(([, value]) => value !== '');
  return { ...Object.fromEntries(words), ...(filters.unread && { unread: 'true' }) };
}

/** Whether anything is filtered. */
export function isFiltered(filters: Filters): boolean {
  return filters.unread || wordFilters.some((name) => filters[name] !== '');
}
