import type { AgencyService } from '@/lib/connections/subscriptions';

export type Category = AgencyService['category'];

/** The order of the categories on screens. */
export const categories: readonly Category[] = [
  'vehicles',
  'licences',
  'taxes',
  'benefits',
  'voting',
  'recreation',
  'utilities',
  'business',
  'other',
];

/** Returns the category with this name in an address, or null for any other word. */
export function findCategory(name: string | null): Category | null {
  return categories.find((category) => category === name) ?? null;
}

interface WithAgency {
  agency: { id: string };
}

export interface AgencyServices<S extends WithAgency> {
  agency: S['agency'];
  services: S[];
}

/** Removes case, accents, and other marks. */
function removeMarks(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase();
}

/** Finds the services whose search words start with every word of the search. */
export function searchServices<S extends { category: Category; searchWords: string }>(
  services: readonly S[],
  search: string,
  category: Category | null = null,
): S[] {
  const words = removeMarks(search).match(/[\p{L}\p{N}_]+/gu) ?? [];
  return services.filter(
    (service) =>
      (!category || service.category === category) &&
      words.every((word) => service.searchWords.includes(` ${word}`)),
  );
}

/** Groups services by agency and keeps their order. */
export function groupByAgency<S extends WithAgency>(services: readonly S[]): AgencyServices<S>[] {
  const groups = new Map<string, AgencyServices<S>>();
  for (const service of services) {
    const { agency } = service;
    const group: AgencyServices<S> = groups.get(agency.id) ?? { agency, services: [] };
    group.services.push(service);
    groups.set(agency.id, group);
  }
  return [...groups.values()];
}
