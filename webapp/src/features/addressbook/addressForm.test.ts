import { describe, expect, it } from 'vitest';
import { createEmptyValues, toRequest, validateAddress } from './addressForm';

const listErrorFields = (zip: string) =>
  validateAddress(
    { ...createEmptyValues(), recipient: 'R', line1: '1', city: 'Ajo', state: 'AZ', zip },
    String,
  ).map(({ field }) => field);

describe('ZIP code of the address form', () => {
  it.each(['85321-0042', '85321–0042', '85321‑0042', '85321 0042', '853210042', ' 85321-0042 '])(
    'is read however its digits are separated: %s',
    (zip) => {
      expect(listErrorFields(zip)).toEqual([]);
      expect(toRequest({ ...createEmptyValues(), zip })).toMatchObject({ zip: '85321', zip4: '0042' });
    },
  );

  it('accepts full-width digits', () => {
    expect(listErrorFields('８５３２１')).toEqual([]);
  });

  it.each(['', '8532', '85321-004', '8532a', '8532²'])('refuses %j', (zip) => {
    expect(listErrorFields(zip)).toEqual(['zip']);
  });
});
