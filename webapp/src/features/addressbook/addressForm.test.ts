import { describe, expect, it } from 'vitest';
import { newAddress, requestOf, validateAddress } from './addressForm';

const errorFields = (zip: string) =>
  validateAddress({ ...newAddress(), recipient: 'R', line1: '1', city: 'Ajo', state: 'AZ', zip }, String).map(
    ({ field }) => field,
  );

describe('The ZIP code of the form', () => {
  it.each(['85321-0042', '85321–0042', '85321‑0042', '85321 0042', '853210042', ' 85321-0042 '])(
    'is read however its digits are separated: %s',
    (zip) => {
      expect(errorFields(zip)).toEqual([]);
      expect(requestOf({ ...newAddress(), zip })).toMatchObject({ zip: '85321', zip4: '0042' });
    },
  );

  it('may have full-width digits, which the portal turns into plain ones', () => {
    expect(errorFields('８５３２１')).toEqual([]);
  });

  it.each(['', '8532', '85321-004', '8532a', '8532²'])('is refused when it has other parts: %s', (zip) => {
    expect(errorFields(zip)).toEqual(['zip']);
  });
});
