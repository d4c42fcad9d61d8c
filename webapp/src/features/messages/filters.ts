import { parseDay } from '@/components/list/parseDay';

/** Unread messages first and then the others, each newest first; or all by their dates. */
export type Order = 'unread' | 'date';

/** What narrows a folder down, and its order, under the names that they have in the page's address. */
export interface Filters {
  text: string;
  from: string;
  sentFrom: string;
  sentTo: string;
  unread: boolean;
  order: Order;
}

export const noFilters: Filters = {
  text: '',
  from: '',
  sentFrom: '',
  sentTo: '',
  unread: false,
  order: 'unread',
};

/** The filters that are words or days. */
export const wordFilters = ['text', 'from', 'sentFrom', 'sentTo'] as const;

/** The longest text that the portal searches for. */
export const textLimit = 100;

/** The filters in a page's address; what is none counts for nothing, so that an old or mistyped address still opens. */
export function filtersIn(search: URLSearchParams): Filters {
  const value = (name: keyof Filters) => search.get(name)?.trim() ?? '';
  return {
    text: value('text').slice(0, textLimit),
    from: value('from').slice(0, textLimit),
    sentFrom: parseDay(value('sentFrom')),
    sentTo: parseDay(value('sentTo')),
    unread: value('unread') === 'true',
    order: value('order') === 'date' ? 'date' : 'unread',
  };
}

/** The filters as the search part of an address: empty, or with its question mark. */
export function searchOf(filters: Filters): string {
  const search = new URLSearchParams({
    ...queryOf(filters),
    ...(filters.unread && { unread: 'true' }),
    ...(filters.order === 'date' && { order: 'date' }),
  }).toString();
  return search && `?${search}`;
}

/** The words and days as the portal takes them. */
export function queryOf(filters: Filters): Record<string, string> {
  return Object.fromEntries(
    wordFilters.map((name) => [name, filters[name].trim()]).filter(([, value]) => value !== ''),
  ) as Record<string, string>;
}

/** Whether anything is filtered; the order leaves nothing out. */
export function isFiltered(filters: Filters): boolean {
  return filters.unread || wordFilters.some((name) => filters[name] !== '');
}

/**
 * What the portal is asked one after the other to get the messages in their order: the values of its filter `unread`;
 * empty for all messages.
 */
export function partsOf({ unread, order }: Filters): readonly ('true' | 'false' | '')[] {
  if (unread) return ['true'];
  return order === 'date' ? [''] : ['true', 'false'];
}
