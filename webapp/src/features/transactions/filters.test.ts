import { describe, expect, it } from 'vitest';
import { filtersIn, isFiltered, noFilters, queryOf, searchOf } from './filters';

describe('filters', () => {
  it('are the same after a way through the address', () => {
    const filters = {
      agency: 'adot-mvd',
      service: 'adot-mvd-vehicle',
      type: 'renewal',
      status: 'pending',
      from: '2026-01-01',
      to: '2026-02-28',
      text: 'wagon & trailer',
    } as const;
    expect(filtersIn(new URLSearchParams(searchOf(filters)))).toEqual(filters);
    expect(queryOf(filters)).toEqual({
      agencyId: 'adot-mvd',
      agencyServiceId: 'adot-mvd-vehicle',
      type: 'renewal',
      status: 'pending',
      from: '2026-01-01',
      to: '2026-02-28',
      text: 'wagon & trailer',
    });
  });

  it('leave no trace when none is set', () => {
    expect(searchOf({ ...noFilters, text: '   ' })).toBe('');
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
  ])('take %s for nothing', (search) => {
    expect(filtersIn(new URLSearchParams(search))).toEqual(noFilters);
  });

  it('keep no more of the text than is searched for', () => {
    expect(filtersIn(new URLSearchParams({ text: 'x'.repeat(10_000) })).text).toHaveLength(100);
  });
});
