import type { Agency, AgencyService } from '@/lib/connections/subscriptions';

export type Category = AgencyService['category'];

/** The order in which categories are offered. */
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

/** A category by its name in an address, or null for any other word. */
export function categoryNamed(name: string | null): Category | null {
  return categories.find((category) => category === name) ?? null;
}

export interface AgencyServices {
  agency: Agency;
  services: AgencyService[];
}

/** Without case, accents and other marks: people search as they type. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The services that have every word of the search somewhere in their own or their agency's texts. */
export function searched(
  services: readonly AgencyService[],
  search: string,
  category: Category | null,
): AgencyService[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return services.filter((service) => {
    if (category && service.category !== category) return false;
    const text = plain(`${service.name} ${service.description} ${service.agency.name}`);
    return words.every((word) => text.includes(word));
  });
}

/** The services by agency, in the order that they come in. */
export function byAgency(services: readonly AgencyService[]): AgencyServices[] {
  const groups = new Map<string, AgencyServices>();
  for (const service of services) {
    const { agency } = service;
    const group = groups.get(agency.id) ?? { agency, services: [] };
    group.services.push(service);
    groups.set(agency.id, group);
  }
  return [...groups.values()];
}
