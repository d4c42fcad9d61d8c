import { describe, expect, it } from 'vitest';
import { parseArrival } from './arrival';

describe('parseArrival', () => {
  it.each([
    [{ isFromList: true }, { isFromList: true }],
    [
      { isAsked: true, earlier: 'a=1' },
      { isAsked: true, earlier: 'a=1' },
    ],
    [{ endsSession: true, reference: null }, { endsSession: true }],
    [{ isFromList: 'true', earlier: 7, other: true }, {}],
    [null, {}],
    [undefined, {}],
    ['text', {}],
    [7, {}],
  ])('parses %j as %j', (state, arrival) => {
    expect(parseArrival(state)).toEqual(arrival);
  });
});
