import { describe, expect, it } from 'vitest';
import { parseFilters, isFiltered, noFilters, buildQuery, buildSearch } from './filters';

describe('transaction filters', () => {
  it('stay the same in a page address', () => {
    const filters = {
      agency: 'adot-mvd',
      service: 'adot-mvd-vehicle',
      type: 'renewal',
      status: 'pending',
      from: '2026-01-01',
      to: '2026-02-28',
      text: 'wagon & trailer',
    } as const;
    expect(parseFilters(new URLSearchParams(buildSearch(filters)))).toEqual(filters);
    expect(buildQuery(filters)).toEqual({
      agencyId: 'adot-mvd',
      agencyServiceId: 'adot-mvd-vehicle',
      type: 'renewal',
      status: 'pending',
      from: '2026-01-01',
      to: '2026-02-28',
      text: 'wagon & trailer',
    });
  });

  it('add nothing to the address when none is set', () => {
    expect(buildSearch({ ...noFilters, text: '   ' })).toBe('');
    expect(isFiltered(noFilters)).toBe(false);
  });

  it.each([
    'type=gift',
    'status=COMPLETED',
    'from=2026-02-30',
    'to=yesterday',
    'agency=<script>',
    'service=../../users',
    `agency=${'a'.repeat(61)}`,
    'unknown=1',
    'from=0000-00-00',
  ])('ignore %s', (search) => {
    expect(parseFilters(new URLSearchParams(search))).toEqual(noFilters);
  });

  it('cut the text to the maximum length', () => {
    expect(parseFilters(new URLSearchParams({ text: 'x'.repeat(10_000) })).text).toHaveLength(100);
  });
});
