import { describe, expect, it } from 'vitest';
import { findCategory, groupByAgency, searchServices } from './catalog';
import { createCatalogService } from '@/testing/connections';

const vehicles = createCatalogService();
const voting = createCatalogService({
  id: 'sos-voter',
  name: 'Inscripción de votantes',
  description: 'Su distrito y su centro de votación.',
  category: 'voting',
  agency: { id: 'sos', name: 'Secretaría de Estado', kind: 'state', logo: null },
  searchWords: ' inscripcion de votantes votacion secretaria vote',
});
const title = createCatalogService({ id: 'mvd-title', name: 'Vehicle titles' });
const services = [vehicles, voting, title];

describe('the search', () => {
  it.each([
    ['', null, [vehicles, voting, title]],
    ['   ', null, [vehicles, voting, title]],
    ['VEHICLE', null, [vehicles, title]],
    ['inscripcion', null, [voting]],
    ['Secretaria votacion', null, [voting]],
    ['vote', null, [voting]],
    ['ehicle', null, []],
    ['vehicle boat', null, []],
    ['', 'voting', [voting]],
    ['vehicle', 'voting', []],
    ['(.*', null, services],
  ] as const)('for %j in %j', (search, category, found) => {
    expect(searchServices(services, search, category)).toEqual(found);
  });
});

it('groups by agency and keeps the order', () => {
  expect(groupByAgency(services).map(({ agency, services: own }) => [agency.id, own.length])).toEqual([
    ['mvd', 2],
    ['sos', 1],
  ]);
});

it('searches only the names of categories', () => {
  expect(findCategory('taxes')).toBe('taxes');
  expect(findCategory('toString')).toBeNull();
  expect(findCategory(null)).toBeNull();
});
